import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { MAX_ATTACHMENTS } from '../../attachments/attachment.limits.js';
import { Turns } from '../../kernel/steps.js';
import { Configuration } from '../../platform/config/configuration.js';
import { AnswerBudget } from '../../platform/http/answers/answer-budget.js';
import { RetryLater } from '../../platform/http/answers/refusal.js';
import { readFormBody } from '../../platform/http/requests/form-body.js';
import { clientOf } from '../../platform/limits/client-address.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { Transfers } from '../../platform/transfers/transfers.js';
import { formNotFound, FormsService } from '../settings/forms.service.js';
import type { FormVisit } from './form-admission.service.js';
import { KEPT, valueOf, valuesToShow } from './form-answers.rules.js';
import { newReceipt, newToken, nonceOf, readReceipt } from './form-token.rules.js';
import { sendPage } from './page-answers.js';
import { formPage, sentPage } from './page.presenter.js';
import { challengeFor } from './proof-of-work.js';
import { textsFor } from './texts/languages.js';
import type { RefusedSending, SendingOutcome, SentForm } from './web-forms.service.js';

/** Of more files, the service looks at these alone: the page says that there are too many. */
const MOST_FILES = 2 * MAX_ATTACHMENTS;

const NOTHING_SENT: RefusedSending = {
  ...{ values: new Map(), files: [], problems: [], notice: null },
  ...{ keepsToken: false, retrySeconds: null },
};

/** Reads what visitors of forms ask for, and answers them with pages. */
@Injectable()
export class FormPages {
  constructor(
    private readonly forms: FormsService,
    private readonly transfers: Transfers,
    private readonly answers: AnswerBudget,
    private readonly configuration: Configuration,
  ) {}

  /** Names the form in the scope, so that the audit trail and the events tell who acted. @throws form_not_found, unavailable */
  async visit(scope: TenantScope, slug: string, request: Request, response: Response): Promise<FormVisit> {
    await this.answers.admitVisitor(scope.workspaceId, request, response);
    const form = await this.forms.open(scope, slug);
    const initiator = { ...scope.initiator, actor: `form ${form.slug}` };
    const visitor = Object.freeze({ ...scope, initiator });
    return { scope: visitor, form, texts: textsFor(request), client: clientOf(request.ip) };
  }

  /** Reads the body of a request later. Its first file takes a place among the uploads of visitors. */
  sentForm(request: Request, response: Response): SentForm {
    const length = Number(request.headers['content-length'] ?? Number.NaN);
    let end: (() => void) | undefined;
    return {
      atMost: Number.isSafeInteger(length) ? length : null,
      takePlace: () => {
        try {
          end = this.transfers.beginUpload(request, response, clientOf(request.ip));
          return null;
        } catch (error) {
          if (error instanceof RetryLater) return error.seconds;
          throw error;
        }
      },
      read: (receive) => {
        const limits = { bytes: this.configuration.bodyLimit, files: MOST_FILES };
        return readFormBody(request, limits, receive).finally(() => {
          end?.();
        });
      },
    };
  }

  /** Sends the page of a form, with a new token unless the sent one can still be used. */
  async show(response: Response, visit: FormVisit, sent = NOTHING_SENT, status = 200): Promise<void> {
    const { scope, form, texts } = visit;
    const { keepsToken, notice } = sent;
    const token = keepsToken ? valueOf(sent.values, 'token') : newToken(scope.workspaceId, form, Date.now());
    const values = valuesToShow(sent.values);
    const page = {
      ...sent,
      ...{ form, token, values },
      files: values.has(KEPT) === sent.values.has(KEPT) ? sent.files : [],
      challenge: await challengeFor(form, nonceOf(token)),
      proof: keepsToken && notice !== 'proof' ? valueOf(values, 'proof') : '',
      notice: notice === null ? null : texts.notices[notice],
      isNew: !keepsToken || notice === 'early',
      attachmentLimitMb: this.configuration.attachmentLimitMb,
    };
    await this.answers.inTurn(scope.workspaceId, async () => {
      // Nobody reads this page any more: the visitor has gone, or has an answer already. The next visitor gets the turn.
      if (response.headersSent || response.destroyed) return;
      sendPage(response, status, await new Turns().do(formPage(page, texts)), form.embedOrigins);
    });
  }

  /** Redirects to the thank-you page, or sends the page of the form again. @throws unavailable when nobody can hold the page */
  async answer(response: Response, visit: FormVisit, outcome: SendingOutcome): Promise<void> {
    const { scope, form } = visit;
    if ('number' in outcome) {
      // After a redirect, loading the page again sends nothing twice. The address is relative, because a proxy may put the service below a
      // path.
      const receipt = newReceipt(scope.workspaceId, form, outcome.number);
      if (!response.headersSent) response.redirect(303, `${form.slug}/sent/${receipt}`);
      return;
    }
    await this.answers.admitPage(scope.workspaceId);
    const { retrySeconds } = outcome;
    if (retrySeconds !== null) response.setHeader('Retry-After', retrySeconds);
    await this.show(response, visit, outcome, retrySeconds === null ? 422 : 429);
  }

  /** Shows the thank-you page. @throws form_not_found for a receipt of another form */
  thank(response: Response, { scope, form, texts }: FormVisit, receipt: string): void {
    const number = readReceipt(scope.workspaceId, form, receipt);
    if (number === null) throw formNotFound();
    const isMailed = form.mailFrom !== null && this.configuration.smtp !== undefined;
    sendPage(response, 200, sentPage(form, { number, isMailed }, texts), form.embedOrigins);
  }
}
