// Checks Kubernetes manifests against kubernetes-models, which is made from the OpenAPI document of Kubernetes. Its schemas find
// wrong and missing values. Its types find unknown properties, with the TypeScript compiler.
// Usage: node scripts/check-manifests.mjs <folder with node_modules> <file>...
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

const [given, ...files] = process.argv.slice(2);
const folder = resolve(given);
const require = createRequire(join(folder, 'index.js'));
const problems = [];
const manifests = [];

for (const file of files) {
  for (const document of parseAllDocuments(readFileSync(file, 'utf8'), { uniqueKeys: true })) {
    problems.push(...document.errors.map(({ message }) => `${file}: ${message}`));
    if (document.errors.length === 0) manifests.push({ file, manifest: document.toJS() });
  }
}
for (const { file, manifest } of manifests) {
  const { apiVersion, kind } = manifest;
  try {
    const { [kind]: Model } = require(`kubernetes-models/${apiVersion}/${kind}`);
    new Model(manifest).validate();
  } catch (error) {
    problems.push(`${file}: ${kind} of ${apiVersion}: ${error.message.split('\n')[0]}`);
  }
}
if (problems.length === 0) problems.push(...unknownProperties());
for (const problem of problems) console.error(problem);
console.log(`${manifests.length} manifests in ${files.length} files, ${problems.length} problems`);
process.exit(problems.length === 0 && manifests.length > 0 ? 0 : 1);

/** The compiler's messages about the manifests as literals of their types. */
function unknownProperties() {
  const lines = manifests.flatMap(({ file, manifest: { apiVersion, kind, ...rest } }, index) => [
    `import type { I${kind} as T${index} } from 'kubernetes-models/${apiVersion}/${kind}';`,
    `// ${file}`,
    `export const m${index}: T${index} = ${JSON.stringify({ apiVersion, kind, ...rest })};`,
  ]);
  writeFileSync(join(folder, 'manifests.ts'), `${lines.join('\n')}\n`);
  const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
  const compilerOptions = { noEmit: true, strict: true, skipLibCheck: true, module: 'preserve', types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['manifests.ts'] }));
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0 ? [] : stdout.trim().split('\n');
}
