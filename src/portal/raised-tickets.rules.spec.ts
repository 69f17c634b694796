import type { KnownField } from '../fields/known/known-vocabulary.js';
import { Problems } from '../kernel/errors.js';
import { judgeFields } from './raised-tickets.rules.js';

const field = (name: string, kind: KnownField['kind'], isRequired: boolean): KnownField =>
  ({ id: name, name, kind, isRequired, options: [], allOptions: new Map() }) as unknown as KnownField;

const FIELDS = [field('Order', 'text', true), field('Agree', 'checkbox', true), field('Note', 'text', false)];

function problemsOf(values: Record<string, unknown>) {
  const problems = new Problems();
  judgeFields(FIELDS, values, problems);
  return problems.list.map(({ path, message }) => `${path} ${message}`);
}

describe('the fields of a ticket that a customer raises', () => {
  it('are those of the form', () => {
    expect(problemsOf({ Order: 'A-1', Agree: true, Other: 'x' })).toEqual([
      'ticket_fields.Other is not a field of this form',
    ]);
  });

  it('have values where the form needs one, and a required tick is there', () => {
    expect(problemsOf({})).toEqual(['ticket_fields.Order is required', 'ticket_fields.Agree is required']);
    expect(problemsOf({ Order: ' ', Agree: false })).toHaveLength(2);
    expect(problemsOf({ Order: null, Agree: true })).toEqual(['ticket_fields.Order is required']);
  });

  it('are not checked for wrong values, which the rules of fields refuse', () => {
    expect(problemsOf({ Order: 7, Agree: 'yes' })).toEqual([]);
  });
});
