import { Module } from '@nestjs/common';
import { Transfers } from './transfers.js';

@Module({ providers: [Transfers], exports: [Transfers] })
export class TransfersModule {}
