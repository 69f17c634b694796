import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Configuration } from './configuration.js';

/** Gives every class of the process its configuration. */
@Global()
@Module({})
export class ConfigurationModule {
  static of(configuration: Configuration): DynamicModule {
    return {
      module: ConfigurationModule,
      providers: [{ provide: Configuration, useValue: Object.freeze(configuration) }],
      exports: [Configuration],
    };
  }
}
