import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import 'reflect-metadata';
import type { Config } from '../config/env.js';
import { CliModule } from './cli.module.js';

/** The services of the application without HTTP, as the service's role; whoever opens them closes them. */
export function openServices(serviceUrl: string, config: Config): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(CliModule.forRoot(serviceUrl, config), {
    logger: false,
    abortOnError: false,
  });
}
