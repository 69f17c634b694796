import { Module } from '@nestjs/common';
import { DatabaseModule } from './database/database.module.js';
import { HttpModule } from './http/http.module.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { StorageModule } from './storage/storage.module.js';
import { TenancyModule } from './tenancy/tenancy.module.js';
import { TransfersModule } from './transfers/transfers.module.js';

const ROOMS = [DatabaseModule, HttpModule, IdempotencyModule, StorageModule, TenancyModule, TransfersModule];

/** Gives a feature what its repositories, its services and the interceptors of its routes stand on. */
@Module({ imports: ROOMS, exports: ROOMS })
export class PlatformModule {}
