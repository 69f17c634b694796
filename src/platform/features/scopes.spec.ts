import { declaredFeatures, declareFeatures } from './facts.js';
import { allows } from './scopes.js';

const declared = declaredFeatures();

beforeAll(() => {
  declareFeatures([{ room: 'one', scopes: ['tickets:read'], scopesToName: ['events:read'] }]);
});

afterAll(() => {
  declareFeatures(declared);
});

describe('the scopes of a key', () => {
  it('allow what they name and nothing else', () => {
    expect(allows(['tickets:read', 'forms:read'], 'forms:read')).toBe(true);
    expect(allows(['tickets:read'], 'tickets:write')).toBe(false);
    expect(allows([], 'tickets:read')).toBe(false);
  });

  it('that are not limited allow everything but what a key must name', () => {
    expect(allows(null, 'team_members:write')).toBe(true);
    expect(allows(null, 'events:read')).toBe(false);
    expect(allows(['events:read'], 'events:read')).toBe(true);
  });
});
