import { Global, Module, type DynamicModule } from '@nestjs/common';
import { WEBHOOK_OPTIONS, type WebhookOptions } from './webhooks.options.js';

/** What the operator says about webhooks. */
@Global()
@Module({})
export class WebhookOptionsModule {
  static forRoot({ secretsKeys, webhooks }: WebhookOptions): DynamicModule {
    return {
      module: WebhookOptionsModule,
      providers: [{ provide: WEBHOOK_OPTIONS, useValue: { secretsKeys, webhooks } }],
      exports: [WEBHOOK_OPTIONS],
    };
  }
}
