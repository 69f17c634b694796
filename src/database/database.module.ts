import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { serviceConnection, type ConnectionSettings } from './connection-options.js';

/** The pool of connections that everything shares; closed when the application ends. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  static forRoot(settings: ConnectionSettings): DynamicModule {
    const dataSource = {
      provide: DataSource,
      useFactory: () => new DataSource(serviceConnection(settings)).initialize(),
    };
    return { module: DatabaseModule, providers: [dataSource], exports: [dataSource] };
  }

  onApplicationShutdown(): Promise<void> {
    return this.dataSource.destroy();
  }
}
