import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import 'reflect-metadata';
import type { Config } from '../platform/config/env.js';
import type { Origin } from '../platform/tenancy/origin.js';
import { ServicesModule, type FeatureModules } from './services.module.js';

/** Opens the services of some features without HTTP, with the role of the service. The caller closes them. */
export function openServices(
  serviceUrl: string,
  config: Config,
  operator: Origin,
  features: FeatureModules,
): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(
    ServicesModule.forRoot(serviceUrl, config, operator, features),
    { logger: false, abortOnError: false },
  );
}
