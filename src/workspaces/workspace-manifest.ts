import { isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml';
import type { z } from 'zod';
import { Problems, messageOf, pathOf, type FieldProblem } from '../kernel/errors.js';
import { yamlMistakeOf } from '../kernel/formats/yaml-mistake.js';
import { isObject } from '../kernel/objects.js';
import { inOneGo, Turns, type Steps } from '../kernel/steps.js';
import { toManifest, type Manifest } from './manifest.js';
import { findContradictions } from './manifest.rules.js';
import { manifestSchema, type ManifestFile } from './manifest.schema.js';
import {
  excessOf,
  hasTooManyEntries,
  MAX_ALIASES,
  TOO_DEEP,
  TOO_MANY_ALIASES,
  TOO_MANY_ENTRIES,
} from './manifest.limits.js';
import { invalidManifest, unreadableManifest } from './workspace.errors.js';

/** Reads a manifest. @throws unreadable_manifest, invalid_manifest with every mistake at its path, such as `fields[3].kind` */
export function readManifest(text: string): Manifest {
  const { manifest, problems } = judgeManifest(text);
  if (manifest === null) throw invalidManifest(problems);
  return manifest;
}

export interface JudgedManifest {
  /** The content of the file can have any shape. */
  readonly file: unknown;
  /** A manifest with problems is null. */
  readonly manifest: Manifest | null;
  readonly problems: Problems;
}

/** Reads the text of a workspace's YAML file, and collects its mistakes. @throws unreadable_manifest */
export function judgeManifest(text: string): JudgedManifest {
  return inOneGo(judge(parseYaml(text)));
}

/**
 * Collects the mistakes of a manifest that came as JSON, and gives way to other requests between its sections.
 * @throws unreadable_manifest when it has too many entries
 */
export async function judgeJson(file: unknown): Promise<JudgedManifest> {
  if (hasTooManyEntries(file)) throw unreadableManifest(TOO_MANY_ENTRIES);
  return new Turns().do(judge(file));
}

function* judge(file: unknown): Steps<JudgedManifest> {
  const problems = new Problems();
  const parsed = yield* checkSections(file, problems);
  findContradictions(file, problems);
  yield;
  return { file, problems, manifest: problems.any ? null : toManifest(parsed as ManifestFile) };
}

/** Checks the sections one by one, because each may have thousands of entries. Only a file without problems is a manifest. */
function* checkSections(file: unknown, problems: Problems): Steps<unknown> {
  if (!isObject(file)) return checkPart(manifestSchema, file, [], problems);
  const parsed: Record<string, unknown> = {};
  for (const [section, schema] of Object.entries(manifestSchema.shape)) {
    yield;
    parsed[section] = checkPart(schema, file[section], [section], problems);
  }
  for (const key of Object.keys(file)) {
    if (!Object.hasOwn(manifestSchema.shape, key)) problems.add(key, 'is not a known key');
  }
  return parsed;
}

function checkPart(schema: z.ZodType, part: unknown, path: readonly string[], problems: Problems): unknown {
  const { data, error } = schema.safeParse(part);
  for (const issue of error?.issues ?? [])
    for (const problem of problemsOf({ ...issue, path: [...path, ...issue.path] }))
      problems.add(problem.path, problem.message);
  return data;
}

function parseYaml(text: string): unknown {
  const excess = excessOf(text);
  if (excess !== null) throw unreadableManifest(excess);
  try {
    return readYaml(text);
  } catch (error) {
    // The measurement does not count nesting by indentation alone.
    throw error instanceof RangeError ? unreadableManifest(TOO_DEEP) : error;
  }
}

function readYaml(text: string): unknown {
  const lines = new LineCounter();
  // The library compares each key with each other one, which takes a minute for 100,000 keys.
  const document = parseDocument(text, { prettyErrors: true, uniqueKeys: false, lineCounter: lines });
  const [mistake] = document.errors;
  if (mistake?.message.startsWith('Maximum call stack')) throw unreadableManifest(TOO_DEEP);
  if (mistake) throw unreadableManifest(yamlMistakeOf(mistake.message));
  refuseRepeatedKeys(document, lines);
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const isExcess = messageOf(error).startsWith('Excessive alias count');
    throw unreadableManifest(isExcess ? TOO_MANY_ALIASES : messageOf(error));
  }
}

function refuseRepeatedKeys(document: Document, lines: LineCounter): void {
  visit(document, {
    Map: (_key, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          const { line, col } = lines.linePos(key.range?.[0] ?? 0);
          throw unreadableManifest(`Map keys must be unique at line ${line}, column ${col}`);
        }
        seen.add(key.value);
      }
    },
  });
}

function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
  const path = pathOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), message: 'is not a known key' }));
  }
  return [{ path: path === '' ? 'the file' : path, message: issue.message }];
}
