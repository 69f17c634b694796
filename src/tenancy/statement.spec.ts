import { composedTenantStatement, writtenStatements, tenantStatement } from './statement.js';

const READ = 'SELECT id FROM tickets WHERE workspace_id = $1';

describe('a statement of a tenant table', () => {
  it('has a name and a text that cannot be changed', () => {
    const statement = tenantStatement('spec.frozen', READ);
    expect(statement).toEqual({ name: 'spec.frozen', text: READ });
    expect(Object.isFrozen(statement)).toBe(true);
  });

  it('is refused when it takes the name of another', () => {
    tenantStatement('spec.taken', READ);
    expect(() => tenantStatement('spec.taken', READ)).not.toThrow();
    expect(() => tenantStatement('spec.taken', `${READ} LIMIT 1`)).toThrow(
      'Two statements are called spec.taken.',
    );
  });

  it('is listed by its name', () => {
    tenantStatement('spec.listed', READ);
    expect(writtenStatements().map(({ name }) => name)).toContain('spec.listed');
  });

  it.each([
    'SELECT id FROM tickets',
    'SELECT id FROM tickets WHERE id = $1',
    'SELECT id FROM tickets WHERE workspace_id = $2',
    'SELECT id FROM tickets WHERE workspace_id = $10',
    'SELECT workspace_id FROM tickets WHERE id = $2 AND number = $1',
    'SELECT id FROM tickets WHERE workspace_id_old = $1',
  ])('is refused when it does not name its workspace: %s', (text) => {
    expect(() => tenantStatement(`spec: ${text}`, text)).toThrow('does not name its workspace');
  });
});

describe('a composed statement', () => {
  it('shares its name with equal texts only', () => {
    const name = (text: string) => composedTenantStatement('tickets.list', text).name;
    expect(name(READ)).toBe(name(READ));
    expect(name(READ)).not.toBe(name(`${READ} LIMIT 1`));
  });

  it('has a name that PostgreSQL keeps whole', () => {
    expect(composedTenantStatement('tickets.list', READ).name.length).toBeLessThan(64);
  });

  it('is refused when it does not name its workspace', () => {
    expect(() => composedTenantStatement('tickets.list', 'SELECT 1')).toThrow('does not name its workspace');
  });
});
