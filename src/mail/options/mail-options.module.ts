import { Global, Module, type DynamicModule } from '@nestjs/common';
import { MAIL_OPTIONS, type MailOptions } from './mail.options.js';

/** What the operator says about mail. */
@Global()
@Module({})
export class MailOptionsModule {
  static forRoot({ smtp, smtpConnections, smtpTimeoutMs }: MailOptions): DynamicModule {
    const options: MailOptions = { smtp, smtpConnections, smtpTimeoutMs };
    return {
      module: MailOptionsModule,
      providers: [{ provide: MAIL_OPTIONS, useValue: options }],
      exports: [MAIL_OPTIONS],
    };
  }
}
