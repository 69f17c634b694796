import { AttachedValue } from './attached-value.js';

describe('AttachedValue', () => {
  const colours = new AttachedValue<object, string>('colour');

  it('belongs to one object and shows in no listing of its properties', () => {
    const owner = { name: 'first' };
    colours.attach(owner, 'red');
    expect(colours.of(owner)).toBe('red');
    expect(colours.of({ name: 'first' })).toBeUndefined();
    expect(JSON.stringify(owner)).toBe('{"name":"first"}');
  });

  it('does not share values with another attachment of the same name', () => {
    const owner = {};
    colours.attach(owner, 'red');
    expect(new AttachedValue<object, string>('colour').of(owner)).toBeUndefined();
  });
});
