// The committed OpenAPI documents, and what checks answers against them. Node itself loads this, once for a worker: jest loads its own
// modules anew for each spec file.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Ajv2020 } = require('ajv/dist/2020.js');
const { default: addFormats } = require('ajv-formats');

const DOCUMENT = 'openapi.json';

// An answer is checked a few times only: to optimize its checks would take longer than they do.
const options = { strict: false, allErrors: true, validateSchema: false, code: { optimize: false } };
const ajv = addFormats(new Ajv2020(options));
// An address whose domain may have letters of any language.
ajv.addFormat('idn-email', /^[^@]+@[^@\s]+$/u);

/** The documents by their names: that of the API, and that of the listener for administration. */
const documents = Object.fromEntries(
  [DOCUMENT, 'openapi-admin.json'].map((name) => {
    const document = JSON.parse(readFileSync(join(__dirname, '..', '..', name), 'utf8'));
    ajv.addSchema(closed(document), name);
    return [name, document];
  }),
);

/** A copy of the document in which objects allow no undescribed properties. */
function closed(node) {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isOpenObject = copy.type === 'object' && 'properties' in copy && !('additionalProperties' in copy);
  return isOpenObject ? { ...copy, additionalProperties: false } : copy;
}

module.exports = { DOCUMENT, documents, ajv };
