import type { MigrationInterface } from 'typeorm';
import type { Config } from './env.js';
import { Global, Module, type DynamicModule } from '@nestjs/common';

// Only the type counts: `readConfig` makes the object.
const Settings = Object as unknown as abstract new () => Config;

/** Injects the settings of the operator, together with what this process knows before it starts. It is one frozen object. */
export class Configuration extends Settings {
  /** Connects with the service's own role, to `DATABASE_URL` or to the embedded PostgreSQL of this installation. */
  declare readonly databaseUrl: string;
  declare readonly entities: readonly (new () => object)[];
  /** This version has these migrations, oldest first. The service does not run them, but checks that the database has them. */
  declare readonly migrations: readonly (new () => MigrationInterface)[];
  /** The time limit of a statement; by default the time that a request can wait for it. */
  declare readonly statementTimeoutMs?: number;
}

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
