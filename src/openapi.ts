import './app/features.js';
import { writeFile } from 'node:fs/promises';
import { NestFactory } from '@nestjs/core';
import { AdminModule } from './admin/admin.module.js';
import { describeAdmin } from './app/admin-document.js';
import { entities } from './app/entities.js';
import { migrations } from './app/schema/migrations.js';
import { appWith } from './app/app.module.js';
import { describeApi } from './app/api-document.js';
import { readConfig } from './platform/config/env.js';

/** Writes the OpenAPI documents of the code to files, without a database: `node dist/openapi.js openapi.json openapi-admin.json`. */
const [, , file = 'openapi.json', adminFile = 'openapi-admin.json'] = process.argv;
const configuration = { ...readConfig({}), databaseUrl: 'postgres://nobody@127.0.0.1/none' };
const preview = { preview: true, logger: false, abortOnError: false } as const;
const app = await NestFactory.create(appWith(configuration), preview);
const admin = await NestFactory.create(
  AdminModule.over(() => ({}), { ...configuration, entities, migrations }),
  preview,
);
for (const [path, document] of [
  [file, await describeApi(app)],
  [adminFile, await describeAdmin(admin)],
] as const)
  await writeFile(path, `${JSON.stringify(document, null, 2)}\n`);
