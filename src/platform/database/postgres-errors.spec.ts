import { DomainError } from '../../kernel/errors.js';
import { isRefusedCommit, isTransient, toDomainError, violatedUniqueConstraint } from './postgres-errors.js';

const failure = (details: { code?: string; severity?: string; constraint?: string; message?: string }) =>
  Object.assign(new Error(details.message ?? 'failed'), details);

/** The same failure as the object mapper passes it on. */
const wrapped = (error: Error) => Object.assign(new Error('Query failed'), { driverError: error });

describe('a violated unique constraint', () => {
  const violation = failure({ code: '23505', constraint: 'groups_name_key' });

  it('is known by its name, wrapped or not', () => {
    expect(violatedUniqueConstraint(violation)).toBe('groups_name_key');
    expect(violatedUniqueConstraint(wrapped(violation))).toBe('groups_name_key');
  });

  it('is known without its name, too, as Citus passes it on', () => {
    expect(violatedUniqueConstraint(failure({ code: '23505' }))).toBe('');
  });

  it.each([
    failure({ code: '23503', constraint: 'groups_fkey' }),
    new Error('other'),
    'text',
    null,
    undefined,
  ])('is not %s', (error) => {
    expect(violatedUniqueConstraint(error)).toBeNull();
  });
});

describe('a failure that passes', () => {
  it.each(['40001', '40P01'])('is %s', (code) => {
    expect(isTransient(wrapped(failure({ code })))).toBe(true);
  });

  it.each(['23505', '57014', '08006'])('is not %s', (code) => {
    expect(isTransient(failure({ code }))).toBe(false);
  });
});

describe('a commit that failed', () => {
  it('was refused when PostgreSQL says so and goes on', () => {
    expect(isRefusedCommit(wrapped(failure({ severity: 'ERROR', code: '23503' })))).toBe(true);
  });

  it.each([
    failure({ severity: 'FATAL', code: '57P01' }),
    failure({ code: 'ECONNRESET' }),
    new Error('lost'),
  ])('may have been kept after %s', (error) => {
    expect(isRefusedCommit(error)).toBe(false);
  });

  it('may have been kept by the worker that was told to and did not answer', () => {
    const message = 'could not commit transaction for shard 102264 on at least one active node';
    expect(isRefusedCommit(wrapped(failure({ severity: 'ERROR', code: 'XX000', message })))).toBe(false);
  });

  it('was refused when the worker was lost before it was told', () => {
    const message = 'failure on connection marked as essential: worker-1:5432';
    expect(isRefusedCommit(failure({ severity: 'ERROR', code: 'XX000', message }))).toBe(true);
  });
});

describe('a database that is not there', () => {
  it.each([
    '08006',
    '08001',
    '53300',
    '57P01',
    '57P03',
    '57014',
    '55P03',
    'ECONNREFUSED',
    'ETIMEDOUT',
    'ENOTFOUND',
  ])('is known by the code %s', (code) => {
    expect(toDomainError(wrapped(failure({ code })))).toMatchObject({ kind: 'unavailable' });
  });

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'Query runner already released. Cannot run queries anymore.',
  ])('is known by the words "%s"', (message) => {
    expect(toDomainError(failure({ message }))).toMatchObject({ kind: 'unavailable' });
  });

  it.each([
    'failure on connection marked as essential: worker-1:5432',
    "failed to prepare transaction 'citus_0_1_2_3' on host worker-1:5432",
    'server closed the connection unexpectedly',
    'could not receive data from server: Connection reset by peer',
    'could not send data to server: Broken pipe',
    'SSL SYSCALL error: EOF detected',
    'SSL connection has been closed unexpectedly',
    'no connection to the server',
    'execution cannot recover from multiple connection failures. Last node failed worker-1:5432',
  ])('is a lost worker, of which Citus says without a code "%s"', (message) => {
    expect(toDomainError(wrapped(failure({ code: 'XX000', message })))).toMatchObject({
      kind: 'unavailable',
    });
  });

  it('keeps the cause for the log', () => {
    const error = wrapped(failure({ code: '08006' }));
    expect(toDomainError(error)).toMatchObject({ cause: error });
  });
});

describe('every other failure', () => {
  it('stays what it is', () => {
    const error = failure({ code: '42P01' });
    expect(toDomainError(error)).toBe(error);
  });

  it('stays what it is when it is internal to PostgreSQL, or quotes what a client sent', () => {
    const internal = failure({ code: 'XX000', message: 'cache lookup failed for relation 102264' });
    const quoting = failure({ code: '22P02', message: 'invalid input: "server closed the connection"' });
    expect([toDomainError(internal), toDomainError(quoting)]).toEqual([internal, quoting]);
  });

  it('stays what it is when the domain has named it already', () => {
    const error = new DomainError('not_found', 'ticket_not_found', 'There is no such ticket.');
    expect(toDomainError(error)).toBe(error);
  });
});
