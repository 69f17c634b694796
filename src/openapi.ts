import { writeFile } from 'node:fs/promises';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app/app.module.js';
import { describeApi } from './app/api-document.js';

/** Writes the OpenAPI document of the code to a file, without a database: `node dist/openapi.js openapi.json`. */
const [, , file = 'openapi.json'] = process.argv;
const app = await NestFactory.create(
  AppModule.forRoot({
    databaseUrl: 'postgres://nobody@127.0.0.1/none',
    poolSize: 1,
    bodyLimit: 1024,
    responseBufferBytes: 0,
    requestsInFlight: 1,
    baseDomain: 'localhost',
    defaultWorkspace: undefined,
    vocabularyCacheBytes: 0,
    idempotencyQuotaBytes: 0,
    eventRetentionDays: 30,
    attachmentsDir: '',
    uploadLimitMb: 50,
    attachmentLimitMb: 10,
    transfersAtOnce: 1,
    transferBytesPerSecond: 1,
    secretsKeys: [],
    webhooks: { allowsHttp: false, allowedNetworks: [] },
    smtp: undefined,
    smtpConnections: 1,
    smtpTimeoutMs: 1,
    formPostsPerClient: 1,
    formPostsPerEmail: 1,
    formPosts: 1,
    formPostsWithoutProof: 1,
    rateLimits: {
      requestsPerMinute: 1,
      failedAuthenticationsPerMinute: 1,
      store: 'memory',
      redisUrl: undefined,
    },
  }),
  { preview: true, logger: false, abortOnError: false },
);
await writeFile(file, `${JSON.stringify(describeApi(app), null, 2)}\n`);
