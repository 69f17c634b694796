import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { OpenForm } from '../settings/form.rules.js';
import { formNotFound, FormsService } from '../settings/forms.service.js';
import { RetryLater } from '../../platform/http/answers/refusal.js';
import { readFormBody } from '../../platform/http/requests/form-body.js';
import { clientOf } from '../../platform/limits/client-address.js';
import { Public } from '../../platform/routes/access.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { Transfers } from '../../platform/transfers/transfers.js';
import type { FormVisit } from './form-admission.service.js';
import { valueOf } from './form-answers.rules.js';
import { newReceipt, newToken, nonceOf, readReceipt } from './form-token.rules.js';
import { assetNamed } from './page-assets.js';
import { sendAsset, sendPage } from './page-answers.js';
import { formPage, sentPage } from './page.presenter.js';
import { challengeFor } from './proof-of-work.js';
import type { FormTexts } from './texts/en.js';
import { textsFor } from './texts/languages.js';
import { WebFormsService, type RefusedSending, type SentForm } from './web-forms.service.js';
import { Configuration } from '../../platform/config/configuration.js';

const NOTHING_SENT: RefusedSending = {
  ...{ values: new Map(), files: [], problems: [], notice: null },
  ...{ keepsToken: false, retrySeconds: null },
};

/** Shows the pages of forms [rule 19]. They are for people without a key, so the OpenAPI document leaves them out. */
@ApiExcludeController()
@Public()
@Controller('forms')
export class WebFormsController {
  constructor(
    private readonly forms: FormsService,
    private readonly pages: WebFormsService,
    private readonly transfers: Transfers,
    private readonly configuration: Configuration,
  ) {}

  @Get('assets/:file')
  asset(@Param('file') file: string, @Res() response: Response): void {
    const asset = assetNamed(file);
    if (!asset) throw formNotFound();
    sendAsset(response, asset);
  }

  @Get('logo/:version')
  async logo(
    @Tenant() scope: TenantScope,
    @Param('version') version: string,
    @Res() response: Response,
  ): Promise<void> {
    const logo = await this.forms.logo(scope, version);
    if (!response.headersSent) sendAsset(response, logo);
  }

  @Get(':slug')
  async show(
    @Tenant() scope: TenantScope,
    @Param('slug') slug: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const form = await this.forms.open(scope, slug);
    const html = await this.page(scope, form, NOTHING_SENT, textsFor(request));
    sendPage(response, 200, html, form.embedOrigins);
  }

  @Post(':slug')
  async send(
    @Tenant() scope: TenantScope,
    @Param('slug') slug: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const form = await this.forms.open(scope, slug);
    const texts = textsFor(request);
    const visit: FormVisit = { scope: visitorOf(scope, form), form, texts, client: clientOf(request.ip) };
    const outcome = await this.pages.send(visit, this.bodyOf(request, response));
    if ('number' in outcome) {
      // Relative: nothing is sent twice when the page is loaded again, and a proxy may put the service below a path.
      const receipt = newReceipt(scope.workspaceId, form, outcome.number);
      if (!response.headersSent) response.redirect(303, `${form.slug}/sent/${receipt}`);
      return;
    }
    const { retrySeconds } = outcome;
    if (retrySeconds !== null) response.setHeader('Retry-After', retrySeconds);
    const html = await this.page(scope, form, outcome, texts);
    sendPage(response, retrySeconds === null ? 422 : 429, html, form.embedOrigins);
  }

  @Get(':slug/sent/:receipt')
  async thank(
    @Tenant() scope: TenantScope,
    @Param('slug') slug: string,
    @Param('receipt') receipt: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const form = await this.forms.open(scope, slug);
    const number = readReceipt(scope.workspaceId, form, receipt);
    if (number === null) throw formNotFound();
    const isMailed = form.mailFrom !== null && this.configuration.smtp !== undefined;
    sendPage(response, 200, sentPage(form, { number, isMailed }, textsFor(request)), form.embedOrigins);
  }

  /** Makes the page, with a new token unless the sent one can still be used. */
  private async page(
    { workspaceId }: TenantScope,
    form: OpenForm,
    sent: RefusedSending,
    texts: FormTexts,
  ): Promise<string> {
    const { keepsToken, notice } = sent;
    const token = keepsToken ? valueOf(sent.values, 'token') : newToken(workspaceId, form, Date.now());
    return formPage(
      {
        ...sent,
        ...{ form, token },
        challenge: await challengeFor(form, nonceOf(token)),
        proof: keepsToken && notice !== 'proof' ? valueOf(sent.values, 'proof') : '',
        notice: notice === null ? null : texts.notices[notice],
        isNew: !keepsToken || notice === 'early',
        attachmentLimitMb: this.configuration.attachmentLimitMb,
      },
      texts,
    );
  }

  /** Reads the body of a request later. Its first file takes a place among the uploads of visitors. */
  private bodyOf(request: Request, response: Response): SentForm {
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
      read: (receive) =>
        readFormBody(request, this.configuration.bodyLimit, receive).finally(() => {
          end?.();
        }),
    };
  }
}

/** Names the form in the scope, so that the audit trail and the events tell who acted. */
function visitorOf(scope: TenantScope, { slug }: OpenForm): TenantScope {
  return Object.freeze({ ...scope, initiator: { ...scope.initiator, actor: `form ${slug}` } });
}
