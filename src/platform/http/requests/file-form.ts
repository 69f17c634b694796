import type { Request } from 'express';
import type { Check } from '../../../kernel/checks.js';
import {
  errors,
  invalidRequest,
  Problems,
  refuseIfAny,
  type DomainError,
  invalidAt,
} from '../../../kernel/errors.js';
import { readParts, type FilePart, type PartReader } from './multipart.js';

/** The bytes that a form may hold besides the file. */
const LIMITS = { fields: 10, fieldSize: 1_024, fieldNameSize: 100, parts: 12, headerPairs: 20 } as const;

/** `file` is the result of `receive`. */
interface ReadForm<Received> {
  readonly file: Received;
  readonly fields: Readonly<Record<string, string>>;
}

/** Says what a form may have, and what becomes of its file. */
interface WantedForm<Received> {
  /** The checks of the fields that may be sent with the file. */
  readonly fields: Readonly<Record<string, Check>>;
  readonly receive: (file: FilePart) => Promise<Received>;
  /** Gets the file when a later part of the form is wrong. */
  readonly discard: (received: Received) => Promise<void>;
}

/**
 * Reads a form with one file (multipart/form-data).
 * @throws unsupported_media_type, malformed_body, invalid_request, and the errors of `receive`
 */
export async function readFileForm<Received>(
  request: Request,
  { fields: checks, receive, discard }: WantedForm<Received>,
): Promise<ReadForm<Received>> {
  if (!request.is('multipart/form-data')) throw notMultipart();
  const form = new FileForm(Object.keys(checks), receive);
  try {
    await readParts(request, form);
    const { file, fields } = form.read();
    const problems = new Problems();
    for (const [name, value] of Object.entries(fields)) {
      const problem = checks[name]?.(value) ?? null;
      if (problem !== null) problems.add(name, problem);
    }
    refuseIfAny(problems);
    return { file, fields };
  } catch (error) {
    if (form.received !== null) await discard(form.received.file);
    throw error;
  }
}

class FileForm<Received> implements PartReader {
  readonly limits = LIMITS;
  received: { readonly file: Received } | null = null;
  private readonly fields: Record<string, string> = {};
  private readonly problems = new Problems();
  private hasFile = false;

  constructor(
    private readonly fieldNames: readonly string[],
    private readonly receive: (file: FilePart) => Promise<Received>,
  ) {}

  readonly field: PartReader['field'] = (name, value, _isNameCut, isCut) => {
    if (!this.isNamed(name)) return;
    if (!this.fieldNames.includes(name) || Object.hasOwn(this.fields, name))
      this.problems.add(name, 'is not a known property');
    else if (isCut) this.problems.add(name, `must have at most ${LIMITS.fieldSize} bytes`);
    else this.fields[name] = value;
  };

  readonly file: PartReader['file'] = (name) => {
    if (name === 'file' && !this.hasFile) {
      this.hasFile = true;
      return async (part) => {
        this.received = { file: await this.receive(part) };
      };
    }
    if (this.isNamed(name))
      this.problems.add(name, 'is not a known file: the form has one, which is called file');
    return null;
  };

  readonly tooManyParts = (): void => {
    this.problems.add('file', 'must be the only part besides a few fields');
  };

  /** @throws invalid_request when something was wrong with the parts */
  read(): ReadForm<Received> {
    if (!this.hasFile) this.problems.add('file', MISSING);
    if (this.received === null || this.problems.any) throw invalidRequest(this.problems);
    return { ...this.received, fields: this.fields };
  }

  private isNamed(name: string): boolean {
    if (!name) this.problems.add('parts', 'must each have a name');
    return Boolean(name);
  }
}

export const notMultipart = errors.unsupported_media_type(
  'unsupported_media_type',
  'The body must be multipart/form-data with one part called file.',
);

const MISSING = 'is required';

export const fileMissing = (): DomainError => invalidAt('file', MISSING);
