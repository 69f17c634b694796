import './app/features.js';
import { writeFile } from 'node:fs/promises';
import { NestFactory } from '@nestjs/core';
import { appWith } from './app/app.module.js';
import { describeApi } from './app/api-document.js';
import { readConfig } from './platform/config/env.js';

/** Writes the OpenAPI document of the code to a file, without a database: `node dist/openapi.js openapi.json`. */
const [, , file = 'openapi.json'] = process.argv;
const configuration = { ...readConfig({}), databaseUrl: 'postgres://nobody@127.0.0.1/none' };
const app = await NestFactory.create(appWith(configuration), {
  preview: true,
  logger: false,
  abortOnError: false,
});
await writeFile(file, `${JSON.stringify(describeApi(app), null, 2)}\n`);
