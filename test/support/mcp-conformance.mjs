// Lets the official suite of MCP run on Node.js 20. It imports `globSync`, which `fs` has since Node.js 22, for tests of other programs only.
import { register } from 'node:module';

const FS = `
export * from 'node:fs';
export { default } from 'node:fs';
export const globSync = () => [];`;

const HOOKS = `
const FS = ${JSON.stringify(`data:text/javascript,${encodeURIComponent(FS)}`)};
export const resolve = (name, context, next) =>
  name === 'fs' && context.parentURL?.includes('/@modelcontextprotocol/conformance/')
    ? { url: FS, shortCircuit: true }
    : next(name, context);`;

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
