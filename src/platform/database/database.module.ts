import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Configuration } from '../config/configuration.js';
import { replicaConnection, serviceConnection } from './connection-options.js';
import { poolOf } from './pg-internals.js';
import { Replica } from './replica.js';

/** Opens the connections that everything shares, and closes them when the application ends. */
@Module({
  providers: [
    { provide: DataSource, inject: [Configuration], useFactory: connect },
    // The standby is compared with the primary, so it comes after it. It is null when there is none.
    { provide: Replica, inject: [Configuration, DataSource], useFactory: connectReplica },
  ],
  exports: [DataSource, Replica],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(Replica) private readonly replica: Replica | null,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.replica?.end();
    await this.dataSource.destroy();
  }
}

async function connect(configuration: Configuration): Promise<DataSource> {
  const dataSource = await new DataSource(serviceConnection(configuration)).initialize();
  // A connection that is lost while it is in use fails its statements; without a listener it would end the process too.
  poolOf(dataSource).on('acquire', (client) => {
    client.off('error', ignore);
    client.on('error', ignore);
  });
  return dataSource;
}

async function connectReplica(configuration: Configuration): Promise<Replica | null> {
  const replica = replicaConnection(configuration);
  await replica?.start();
  return replica;
}

const ignore = (): void => undefined;
