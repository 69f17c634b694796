import { Module } from '@nestjs/common';
import { IncomingTransfer } from './incoming-transfer.js';
import { TransferPlaces } from './transfer-places.js';

@Module({ providers: [TransferPlaces, IncomingTransfer], exports: [TransferPlaces, IncomingTransfer] })
export class TransfersModule {}
