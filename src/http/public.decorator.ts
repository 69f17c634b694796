import { SetMetadata, type CustomDecorator } from '@nestjs/common';

export const PUBLIC = 'support-desk:public';

/** Opens a route to callers without a key, outside of any workspace: health and documentation, nothing else. */
export const Public = (): CustomDecorator => SetMetadata(PUBLIC, true);
