import type { FieldId } from '../../kernel/ids.js';
import { orderOfFields } from './form.rules.js';

const ids = (...names: string[]) => names as FieldId[];

it('a form asks for the wanted fields first, then for those that nobody mentioned', () => {
  expect(orderOfFields(ids('a', 'b', 'c'), ids('c', 'd'))).toEqual(['c', 'd', 'a', 'b']);
  expect(orderOfFields(ids('a', 'b'), [])).toEqual(['a', 'b']);
});
