import { applyDecorators, SetMetadata, UseInterceptors } from '@nestjs/common';
import { DownloadInterceptor } from './download.interceptor.js';
import type { Direction } from './transfer-places.js';
import { UploadInterceptor } from './upload.interceptor.js';

/** The metadata of a handler that transfers a file, in this direction. */
export const TRANSFER = 'support-desk:transfer';

/** Gives a handler the limits of transfers in place of those of other requests (decision 25). */
export const Transfer = (direction: Direction): MethodDecorator =>
  applyDecorators(
    SetMetadata(TRANSFER, direction),
    UseInterceptors(direction === 'upload' ? UploadInterceptor : DownloadInterceptor),
  );
