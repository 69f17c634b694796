// Lets plain Node run TypeScript outside of `src/`: `node --import ./test/support/host/typescript.mjs file.ts`. What it imports
// from `src/` comes from the build in `dist/`.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transform } from '@swc/core';

const project = new URL('../../../', import.meta.url).href;

// Node runs the hooks below in a thread of their own, which loads this file again.
if (isMainThread) register(import.meta.url);

export function resolve(specifier, context, next) {
  const isOurs =
    specifier.startsWith('.') && /^(test|bench|ormconfig)/.test(context.parentURL?.slice(project.length));
  if (!isOurs) return next(specifier, context);
  const url = new URL(specifier, context.parentURL).href;
  if (url.startsWith(`${project}src/`))
    return next(url.replace(`${project}src/`, `${project}dist/`), context);
  const source = url.replace(/\.js$/, '.ts');
  return next(existsSync(fileURLToPath(source)) ? source : url, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { code } = await transform(await readFile(new URL(url), 'utf8'), {
    filename: fileURLToPath(url),
    sourceMaps: 'inline',
    jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
