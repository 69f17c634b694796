import { Logger } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import type { Configuration } from '../../../src/platform/config/configuration.js';
import { AccessVersion } from '../../../src/platform/tenancy/access-version.js';
import { TcpProxy } from '../../support/fakes/tcp-proxy.js';
import { testDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

/** A process of the service has a server of HTTP; a command has none. */
const SERVER = { httpAdapter: {} } as HttpAdapterHost;

afterEach(() => {
  Logger.overrideLogger(false);
});

describe('what a process remembers', () => {
  it('is empty while the version cannot be read, which is logged once', async () => {
    const warnings: string[] = [];
    Logger.overrideLogger({
      log: () => undefined,
      error: () => undefined,
      warn: (text: string) => warnings.push(text),
    });
    const { proxy, address } = await TcpProxy.to(testDatabase().serviceUrl);
    const pooling = { pooler: 'none', prepared: true } as const;
    const version = new AccessVersion({ databaseUrl: address, pooling } as Configuration, SERVER);
    await version.onModuleInit();
    await until(() => version.isKnown);
    proxy.fallSilent();
    await until(() => !version.isKnown);
    await until(() => warnings.length > 0);
    proxy.speakAgain();
    proxy.reset();
    await until(() => version.isKnown);
    expect(warnings).toEqual([expect.stringContaining('The version of API keys cannot be read')]);
    await version.onApplicationShutdown();
    proxy.close();
  });
});
