import { SnakeCaseNaming } from './connection-options.js';

const columnOf = (property: string, custom?: string, prefixes: string[] = []) =>
  new SnakeCaseNaming().columnName(property, custom, prefixes);

describe('the column of a property', () => {
  it.each([
    ['id', 'id'],
    ['createdAt', 'created_at'],
    ['isRequiredForAgentWhenClosingTicket', 'is_required_for_agent_when_closing_ticket'],
    ['subCategoryOneId', 'sub_category_one_id'],
  ])('%s is %s', (property, column) => {
    expect(columnOf(property)).toBe(column);
  });

  it('has the name that the entity gives it', () => {
    expect(columnOf('createdAt', 'born')).toBe('born');
  });

  it('starts with what it is embedded in', () => {
    expect(columnOf('firstName', undefined, ['ownerOf'])).toBe('owner_of_first_name');
  });
});
