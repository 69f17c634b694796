import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DownloadInterceptor } from './download.interceptor.js';
import { IncomingTransfer } from './incoming-transfer.js';
import { TRANSFER_OPTIONS, type TransferOptions } from './transfer-options.js';
import { TransferPlacesOf } from './transfer-places-of.js';
import { UploadInterceptor } from './upload.interceptor.js';

/** What the interceptors of transfers need, in whichever module the route is. */
@Global()
@Module({})
export class TransfersModule {
  static forRoot({ transfersAtOnce, transferBytesPerSecond }: TransferOptions): DynamicModule {
    const options: TransferOptions = { transfersAtOnce, transferBytesPerSecond };
    return {
      module: TransfersModule,
      providers: [
        { provide: TRANSFER_OPTIONS, useValue: options },
        TransferPlacesOf,
        IncomingTransfer,
        UploadInterceptor,
        DownloadInterceptor,
      ],
      exports: [TRANSFER_OPTIONS, TransferPlacesOf, IncomingTransfer],
    };
  }
}
