import { rmSync } from 'node:fs';

export default function tearDown() {
  const { folder, registry } = globalThis.packages;
  registry.stop();
  rmSync(folder, { recursive: true, force: true });
}
