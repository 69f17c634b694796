import { inOpenApi31 } from './api-document.js';

describe('a nullable schema in OpenAPI 3.1', () => {
  it.each([
    [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [{ type: 'string', nullable: false }, { type: 'string' }],
    [
      { type: 'string', enum: ['low'], nullable: true },
      { type: ['string', 'null'], enum: ['low', null] },
    ],
    [{ allOf: [{ $ref: '#/x' }], nullable: true }, { anyOf: [{ $ref: '#/x' }, { type: 'null' }] }],
    [{ oneOf: [{ type: 'string' }], nullable: true }, { oneOf: [{ type: 'string' }, { type: 'null' }] }],
    [{ description: 'Anything.', nullable: true }, { description: 'Anything.' }],
  ])('%j has null among its types', (schema, converted) => {
    expect(inOpenApi31(schema)).toEqual(converted);
  });

  it('is found wherever it is', () => {
    const node = { properties: { tags: [{ items: { type: 'string', nullable: true } }] } };
    expect(inOpenApi31(node)).toEqual({ properties: { tags: [{ items: { type: ['string', 'null'] } }] } });
  });

  it.each([null, 'text', 12, true, []])('leaves %j unchanged', (node) => {
    expect(inOpenApi31(node)).toEqual(node);
  });
});
