import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  CONNECTION_SETTINGS,
  replicaConnection,
  serviceConnection,
  type ConnectionSettings,
} from './connection-options.js';
import { poolOf } from './pg-internals.js';
import { REPLICA, type Replica } from './replica/replica.js';

/** The pool of connections that everything shares; closed when the application ends. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(REPLICA) private readonly replica: Replica | null,
  ) {}

  static forRoot(settings: ConnectionSettings): DynamicModule {
    const providers = [
      { provide: CONNECTION_SETTINGS, useValue: settings },
      { provide: DataSource, useFactory: () => connect(settings) },
      // After the primary: it is what the standby is compared with.
      { provide: REPLICA, inject: [DataSource], useFactory: () => connectReplica(settings) },
    ];
    return { module: DatabaseModule, providers, exports: providers };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.replica?.end();
    await this.dataSource.destroy();
  }
}

async function connect(settings: ConnectionSettings): Promise<DataSource> {
  const dataSource = await new DataSource(serviceConnection(settings)).initialize();
  // A connection that is lost while it is in use fails its statements; without a listener it would end the process too.
  poolOf(dataSource).on('acquire', (client) => {
    client.off('error', ignore);
    client.on('error', ignore);
  });
  return dataSource;
}

async function connectReplica(settings: ConnectionSettings): Promise<Replica | null> {
  const replica = replicaConnection(settings);
  await replica?.start();
  return replica;
}

const ignore = (): void => undefined;
