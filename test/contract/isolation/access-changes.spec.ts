import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { ConnectionSettings } from '../../../src/platform/database/connection-options.js';
import { AccessChanges } from '../../../src/platform/tenancy/access-changes.js';
import { TcpProxy } from '../../support/servers/tcp-proxy.js';
import { asAdmin, testDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const MORE_THAN_A_BEAT_MS = 600;

const database = testDatabase();
const changeOfKeys = { query: (text: string, values: unknown[]) => asAdmin(database, text, values) };

let proxy: TcpProxy;
let changes: AccessChanges;
let warnings: string[];

beforeEach(async () => {
  const through = await TcpProxy.to(database.serviceUrl);
  proxy = through.proxy;
  warnings = [];
  Logger.overrideLogger({
    log: () => undefined,
    error: () => undefined,
    warn: (text: string) => warnings.push(text),
  });
  changes = new AccessChanges(
    changeOfKeys as unknown as DataSource,
    { url: through.address } as ConnectionSettings,
  );
  await changes.onModuleInit();
});

afterEach(() => {
  proxy.close();
  Logger.overrideLogger(false);
});

it('says once that changes of keys cannot be heard, and hears them again afterwards', async () => {
  expect(changes.isListening).toBe(true);
  proxy.reset();
  await until(() => warnings.length > 0);
  await until(() => changes.isListening);
  expect(warnings).toEqual([expect.stringContaining('Changes of keys cannot be heard')]);
  await changes.onApplicationShutdown();
});

it('does not complain when the service ends in the middle of a heartbeat', async () => {
  proxy.fallSilent();
  await new Promise((resolve) => setTimeout(resolve, MORE_THAN_A_BEAT_MS));
  await changes.onApplicationShutdown();
  await until(() => !changes.isListening);
  expect(warnings).toEqual([]);
});
