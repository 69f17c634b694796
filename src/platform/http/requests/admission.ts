import type { Request } from 'express';
import { DomainError, type ErrorKind } from '../../../kernel/errors.js';
import { AttachedValue } from '../../../kernel/attached-value.js';
import { hasBody } from './body-time.js';

/** A body that arrives within this time counts as there from the beginning: its request is not checked again. */
const ADMITTED_FOR_MS = 20;

/** While a file is under way, the service checks its caller again after these milliseconds. So it refuses a revoked key within a second [rule 30]. */
const ASKED_EVERY_MS = 400;

/** Only these errors say that the caller may no longer pass. While nobody can tell, the file continues to arrive. */
const REFUSED_KINDS = new Set<ErrorKind>(['unauthenticated', 'forbidden', 'not_found']);

interface Admission {
  readonly at: number;
  readonly again: () => Promise<void>;
  /** Counts the given number of further requests of the key; null for a visitor without one. */
  readonly countMore: ((more: number) => Promise<void>) | null;
}

const admissions = new AttachedValue<Request, Admission>('admission');

/** Notes that a guard has let a request with a body in. `again` asks once more whether it may pass, and throws what the guard would. */
export function noteAdmission(
  request: Request,
  again: Admission['again'],
  countMore: Admission['countMore'] = null,
): void {
  if (hasBody(request)) admissions.attach(request, { at: performance.now(), again, countMore });
}

/** Notes that a guard has let a request in whose answer lasts, so that it can be asked again as long as that does. */
export function noteLastingAdmission(request: Request, again: Admission['again']): void {
  admissions.attach(request, { at: performance.now(), again, countMore: null });
}

/** Asks whether a request may still pass, whenever it was let in. @throws what the guard throws */
export async function askAgain(request: Request): Promise<void> {
  await admissions.of(request)?.again();
}

/** Counts a request as several ones, when it has come whole. One inside another request counts with that. @throws rate_limited */
export async function countAs(request: Request, requests: number): Promise<void> {
  const countMore = admissions.of(request)?.countMore;
  if (countMore && requests > 1) await countMore(requests - 1);
}

/**
 * Checks again when a whole body has arrived, before anything of it is kept: the key may have been revoked, or the workspace suspended,
 * while it came.
 * @throws what the guard throws
 */
export async function admitAgain(request: Request): Promise<void> {
  const admission = admissions.of(request);
  if (admission && performance.now() - admission.at > ADMITTED_FOR_MS) await admission.again();
}

/** Checks again and again while a file or copy is under way, and reports each refusal. @returns a function that ends the checks */
export function watchAdmission(request: Request, refused: (error: Error) => void): () => void {
  const timer = setInterval(() => {
    admitAgain(request).catch((error: unknown) => {
      if (error instanceof DomainError && REFUSED_KINDS.has(error.kind)) refused(error);
    });
  }, ASKED_EVERY_MS);
  return () => {
    clearInterval(timer);
  };
}
