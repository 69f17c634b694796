import { Inject, Injectable } from '@nestjs/common';
import type { OpenForm } from '../forms/form.rules.js';
import { foldCase } from '../kernel/text.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { valueOf, type SentValues } from './form-answers.rules.js';
import { digestOf, GREATEST_AGE_MS, LEAST_AGE_MS, readToken } from './form-token.rules.js';
import { FormUsesRepository, type Count, type EarlierUse } from './form-uses.repository.js';
import { isProof } from './proof-of-work.js';
import { WEB_FORM_OPTIONS, type WebFormOptions } from './web-form.options.js';

/** Somebody at the page of a form. */
export interface Visit {
  /** Of a visitor: its actor is the form. */
  readonly scope: TenantScope;
  readonly form: OpenForm;
  /** An address that stands for one client (`clientOf`). */
  readonly client: string;
}

/** Why a sending is refused, whatever it says. */
export type Refusal = 'token' | 'early' | 'trap' | 'proof' | 'busy';

/** What becomes of a sending before anybody looks at what it says. */
export interface Admission {
  readonly refusal: Refusal | null;
  /** The nonce of a token that can still be used; null when the page needs a new one. */
  readonly nonce: string | null;
  /** What the token was used for before. */
  readonly earlier: EarlierUse | null;
  /** Until the count that is full starts again, in seconds. */
  readonly retrySeconds: number | null;
}

/** The control that people do not see. */
export const TRAP = 'website';

/** Keeps programs out of forms (extensions, section 19). What was refused costs no more than one statement. */
@Injectable()
export class FormAdmission {
  constructor(
    private readonly uses: FormUsesRepository,
    private readonly unitOfWork: UnitOfWork,
    @Inject(WEB_FORM_OPTIONS) private readonly options: WebFormOptions,
  ) {}

  /** Judges a sending by its token, its trap and its proof, and counts it. */
  async admit(visit: Visit, values: SentValues): Promise<Admission> {
    const { scope, form } = visit;
    const token = readToken(scope.workspaceId, form, valueOf(values, 'token'), Date.now());
    const isUsable = token !== null && token.ageMs <= GREATEST_AGE_MS;
    const nonce = isUsable ? token.nonce : null;
    const isProven = nonce !== null && (await isProof(form, nonce, valueOf(values, 'proof')));
    const refusal = refusalOf(form, values, isUsable ? token.ageMs : null, isProven);
    const limits = this.limitsOf(visit, valueOf(values, 'email'), { isAdmitted: refusal === null, isProven });
    const [counts, earlier] = await this.unitOfWork.run(scope, (inner) =>
      this.unitOfWork.last(inner, () =>
        Promise.all([
          this.uses.count(inner, [...limits.keys()]),
          nonce === null ? null : this.uses.used(inner, nonce),
        ]),
      ),
    );
    // Whoever repeats what was sent already is shown the same ticket, however often.
    const retrySeconds = earlier ? null : retryAfter(counts, limits);
    return { refusal: retrySeconds === null ? refusal : 'busy', nonce, earlier, retrySeconds };
  }

  /** What is counted, and how often it may be in an hour. Only who is admitted counts for others than himself. */
  private limitsOf(
    { form, client }: Visit,
    email: string,
    { isAdmitted, isProven }: { readonly isAdmitted: boolean; readonly isProven: boolean },
  ): ReadonlyMap<string, number> {
    const { formPostsPerClient, formPostsPerEmail, formPosts, formPostsWithoutProof } = this.options;
    const limits = new Map([[digestOf(form, `client ${client}`), formPostsPerClient]]);
    if (!isAdmitted) return limits;
    limits.set(digestOf(form, `email ${foldCase(email.trim())}`), formPostsPerEmail);
    limits.set(digestOf(form, 'form'), formPosts);
    if (!isProven) limits.set(digestOf(form, 'without proof'), formPostsWithoutProof);
    return limits;
  }
}

function refusalOf(
  { requiresProof }: OpenForm,
  values: SentValues,
  ageMs: number | null,
  isProven: boolean,
): Refusal | null {
  if (ageMs === null) return 'token';
  if (valueOf(values, TRAP) !== '') return 'trap';
  if (ageMs < LEAST_AGE_MS) return 'early';
  return requiresProof && !isProven ? 'proof' : null;
}

/** Seconds until all counts that are full have started again; null when none is full. */
function retryAfter(counts: readonly Count[], limits: ReadonlyMap<string, number>): number | null {
  const full = counts.filter(({ id, hits }) => hits > (limits.get(id) ?? 0));
  return full.length === 0 ? null : Math.max(1, ...full.map(({ endsInSeconds }) => endsInSeconds));
}
