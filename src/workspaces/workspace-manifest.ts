import { parseDocument } from 'yaml';
import type { z } from 'zod';
import { Problems, type FieldProblem } from '../kernel/problems.js';
import { messageOf } from '../kernel/thrown.js';
import { toManifest } from './manifest.mapper.js';
import { findContradictions } from './manifest.rules.js';
import { manifestSchema } from './manifest.schema.js';
import type { Manifest } from './manifest.js';
import { invalidManifest, unreadableManifest } from './workspace.errors.js';

/**
 * Reads the manifest of a workspace from the text of its YAML file.
 * @throws unreadable_manifest when it is not YAML; invalid_manifest with every mistake at its path, such as `fields[3].kind`
 */
export function readManifest(text: string): Manifest {
  const file = parseYaml(text);
  const parsed = manifestSchema.safeParse(file);
  const problems = new Problems(parsed.success ? [] : parsed.error.issues.flatMap(problemsOf));
  findContradictions(file, problems);
  if (!parsed.success || problems.any) throw invalidManifest(problems.list);
  return toManifest(parsed.data);
}

function parseYaml(text: string): unknown {
  const document = parseDocument(text, { prettyErrors: true });
  const [mistake] = document.errors;
  if (mistake) throw unreadableManifest(mistake.message.split('\n', 1).join('').replace(/[:.]$/, ''));
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw unreadableManifest(messageOf(error));
  }
}

function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
  const path = pathOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), message: 'is not a known key' }));
  }
  return [{ path: path === '' ? 'the file' : path, message: issue.message }];
}

function pathOf(parts: readonly PropertyKey[]): string {
  return parts.reduce<string>((path, part) => {
    if (typeof part === 'number') return `${path}[${part}]`;
    return path === '' ? String(part) : `${path}.${String(part)}`;
  }, '');
}
