import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../platform/routes/access.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { formNotFound, FormsService } from '../settings/forms.service.js';
import { FormPages } from './form-pages.js';
import { assetNamed } from './page-assets.js';
import { sendAsset } from './page-answers.js';
import { WebFormsService } from './web-forms.service.js';

/** Shows the pages of forms [rule 19]. They are for people without a key, so the OpenAPI document leaves them out. */
@ApiExcludeController()
@Public()
@Controller('forms')
export class WebFormsController {
  constructor(
    private readonly forms: FormsService,
    private readonly sendings: WebFormsService,
    private readonly pages: FormPages,
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
    await this.pages.show(response, await this.pages.visit(scope, slug, request, response));
  }

  @Post(':slug')
  async send(
    @Tenant() scope: TenantScope,
    @Param('slug') slug: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const visit = await this.pages.visit(scope, slug, request, response);
    const outcome = await this.sendings.send(visit, this.pages.sentForm(request, response));
    await this.pages.answer(response, visit, outcome);
  }

  @Get(':slug/sent/:receipt')
  async thank(
    @Tenant() scope: TenantScope,
    @Param('slug') slug: string,
    @Param('receipt') receipt: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    this.pages.thank(response, await this.pages.visit(scope, slug, request, response), receipt);
  }
}
