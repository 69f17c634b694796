import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { serviceConnection, type ConnectionSettings } from './connection-options.js';

/** The pool of connections that everything shares; closed when the application ends. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  static forRoot(settings: ConnectionSettings): DynamicModule {
    const dataSource = { provide: DataSource, useFactory: () => connect(settings) };
    return { module: DatabaseModule, providers: [dataSource], exports: [dataSource] };
  }

  onApplicationShutdown(): Promise<void> {
    return this.dataSource.destroy();
  }
}

async function connect(settings: ConnectionSettings): Promise<DataSource> {
  const dataSource = await new DataSource(serviceConnection(settings)).initialize();
  const { master } = dataSource.driver as unknown as { master: Pool };
  // A connection that is lost while it is in use fails its statements; without a listener it would end the process too.
  master.on('acquire', (client) => {
    client.off('error', ignore);
    client.on('error', ignore);
  });
  return dataSource;
}

const ignore = (): void => undefined;
