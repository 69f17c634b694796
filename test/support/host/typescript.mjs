// Lets plain Node run TypeScript outside of `src/`: `node --import ./test/support/host/typescript.mjs file.ts`. What it imports
// from `src/` comes from the build in `dist/`.
import { register } from 'node:module';

register('../native/typescript.mjs', { parentURL: import.meta.url, data: { built: true } });
