import { composedTenantStatement, writtenStatements, tenantStatement, withLiterals } from './statement.js';

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

describe('a statement with its values in it', () => {
  const text = 'SELECT $2::jsonb, $3, $4 FROM t WHERE workspace_id = $1 AND number > $5';

  it('has each as a literal that means nothing but itself', () => {
    const values = ['w', { "it's": '$1' }, null, "a\\'; --", -5];
    expect(withLiterals({ name: 'x', text }, values)).toBe(
      `SELECT '{"it''s":"$1"}'::jsonb, NULL,  E'a\\\\''; --' FROM t WHERE workspace_id = 'w' AND number > (-5)`,
    );
  });

  it.each([[['w', 1, 2, 3]], [['w', 1, 2, 3, 0.5]], [['w', 1, 2, 3, undefined]]])(
    'is refused when one is missing or has no literal: %j',
    (values) => {
      expect(() => withLiterals({ name: 'x', text }, values)).toThrow();
    },
  );
});
