import type { Request } from 'express';
import { AttachedValue } from '../../../kernel/attached-value.js';
import { hasBody } from './body-time.js';

/** A body that comes within this time is as good as one that was there already: its request is not asked again. */
const ADMITTED_FOR_MS = 20;

interface Admission {
  readonly at: number;
  readonly again: () => Promise<void>;
}

const admissions = new AttachedValue<Request, Admission>('admission');

/** Notes that a guard has let a request with a body in. `again` asks once more whether it may pass, and throws what the guard would. */
export function noteAdmission(request: Request, again: () => Promise<void>): void {
  if (hasBody(request)) admissions.attach(request, { at: performance.now(), again });
}

/**
 * Asks again when a body has come whole, before anything of it is kept: the key may have been revoked, or the workspace suspended, while it
 * came. @throws what the guard throws
 */
export async function admitAgain(request: Request): Promise<void> {
  const admission = admissions.of(request);
  if (admission && performance.now() - admission.at > ADMITTED_FOR_MS) await admission.again();
}
