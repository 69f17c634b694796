import { Injectable } from '@nestjs/common';
import type { OpenForm } from '../settings/form.rules.js';
import { foldEmail } from '../../kernel/text.js';
import type { CustomerId } from '../../kernel/ids.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { valueOf, type SentValues } from './form-answers.rules.js';
import { digestOf, GREATEST_AGE_MS, LEAST_AGE_MS, readToken } from './form-token.rules.js';
import { FormUsesRepository, retryAfter, type EarlierUse } from './form-uses.repository.js';
import { isProof } from './proof-of-work.js';
import type { FormTexts } from './texts/en.js';
import { Configuration } from '../../platform/config/configuration.js';

export interface FormVisit {
  readonly scope: TenantScope;
  readonly form: OpenForm;
  readonly texts: FormTexts;
  /** The address by which visitors are counted (`clientOf`). */
  readonly client: string;
}

export type SendingRefusal = 'token' | 'early' | 'trap' | 'proof' | 'busy';

/** The judgement of a submission before its answers are read. */
export interface Admission {
  readonly refusal: SendingRefusal | null;
  /** The nonce of a token that can still be used; null when the page needs a new one. */
  readonly nonce: string | null;
  readonly earlier: EarlierUse | null;
  readonly retrySeconds: number | null;
  readonly isEmailCounted: boolean;
}

/** The control that people do not see. */
const TRAP = 'website';

/** Keeps programs out of forms [rule 19]. A refused submission costs one statement. */
@Injectable()
export class FormAdmissionService {
  constructor(
    private readonly uses: FormUsesRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly configuration: Configuration,
  ) {}

  /** Judges a submission by its token, its trap and its proof, and counts it. */
  async admit(visit: FormVisit, values: SentValues): Promise<Admission> {
    const { scope, form } = visit;
    // Values are read now, because more may come while this waits.
    const email = emailOf(values);
    const token = readToken(scope.workspaceId, form, valueOf(values, 'token'), Date.now());
    const isUsable = token !== null && token.ageMs <= GREATEST_AGE_MS;
    const nonce = isUsable ? token.nonce : null;
    const isProven = nonce !== null && (await isProof(form, nonce, valueOf(values, 'proof')));
    const refusal = refusalOf(form, values, isUsable ? token.ageMs : null, isProven);
    const limits = this.limitsOf(visit, email, { isAdmitted: refusal === null, isProven });
    const [counts, earlier] = await this.unitOfWork.run(scope, (inner) =>
      Promise.all([
        this.uses.count(inner, [...limits.keys()]),
        nonce === null ? null : this.uses.used(inner, nonce),
      ]),
    );
    // A repeated submission gets its ticket, however often it comes.
    const retrySeconds = earlier ? null : retryAfter(counts, limits);
    return {
      refusal: retrySeconds === null ? refusal : 'busy',
      nonce,
      earlier,
      retrySeconds,
      isEmailCounted: refusal === null && email !== '',
    };
  }

  /** Judges an admitted submission again when all values have arrived: a program may send some after its files. */
  async review(visit: FormVisit, admission: Admission, values: SentValues): Promise<Admission> {
    if (admission.refusal !== null || admission.earlier !== null) return admission;
    if (isTrapped(values)) return { ...admission, refusal: 'trap' };
    const email = emailOf(values);
    if (admission.isEmailCounted || email === '') return admission;
    const limits = this.limitOfEmail(visit, email);
    const counts = await this.unitOfWork.run(visit.scope, (inner) =>
      this.uses.count(inner, [...limits.keys()]),
    );
    const retrySeconds = retryAfter(counts, limits);
    return {
      ...admission,
      refusal: retrySeconds === null ? null : 'busy',
      retrySeconds,
      isEmailCounted: true,
    };
  }

  /**
   * Counts a ticket that a customer with a session raises, by a form when there is one, in the unit of work of the ticket [rule 30].
   * @returns the seconds until there may be another one; null when the limits allow it
   */
  countOfCustomer(inner: InnerScope, customerId: CustomerId, form: OpenForm | null): Promise<number | null> {
    const { formPosts, formPostsPerEmail } = this.configuration;
    const limits = new Map([[`customer ${customerId}`, formPostsPerEmail]]);
    if (form) limits.set(digestOf(form.tokenKey, 'form'), formPosts);
    return this.uses.countWithin(inner, limits);
  }

  /** Names the counts of a submission, with their limits in an hour. A refused submission counts for its client only. */
  private limitsOf(
    visit: FormVisit,
    email: string,
    { isAdmitted, isProven }: { readonly isAdmitted: boolean; readonly isProven: boolean },
  ): ReadonlyMap<string, number> {
    const { form, client } = visit;
    const { formPostsPerClient, formPosts, formPostsWithoutProof } = this.configuration;
    const limits = new Map([[digestOf(form.sharedKey, `client ${client}`), formPostsPerClient]]);
    if (!isAdmitted) return limits;
    for (const [id, limit] of this.limitOfEmail(visit, email)) limits.set(id, limit);
    limits.set(digestOf(form.tokenKey, 'form'), formPosts);
    if (!isProven) limits.set(digestOf(form.tokenKey, 'without proof'), formPostsWithoutProof);
    return limits;
  }

  /** Names the count of an e-mail address. A submission without an address has none, because all of them would count together. */
  private limitOfEmail({ form }: FormVisit, email: string): ReadonlyMap<string, number> {
    if (email === '') return new Map();
    return new Map([[digestOf(form.sharedKey, `email ${email}`), this.configuration.formPostsPerEmail]]);
  }
}

function emailOf(values: SentValues): string {
  return foldEmail(valueOf(values, 'email').trim());
}

function isTrapped(values: SentValues): boolean {
  return (values.get(TRAP) ?? []).some((value) => value !== '');
}

function refusalOf(
  { requiresProof }: OpenForm,
  values: SentValues,
  ageMs: number | null,
  isProven: boolean,
): SendingRefusal | null {
  if (ageMs === null) return 'token';
  if (isTrapped(values)) return 'trap';
  if (ageMs < LEAST_AGE_MS) return 'early';
  return requiresProof && !isProven ? 'proof' : null;
}
