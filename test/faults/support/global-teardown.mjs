import { rmSync } from 'node:fs';
import { dirname } from 'node:path';

export default function tearDown() {
  rmSync(dirname(process.env.FAULTS_ROWS), { recursive: true, force: true });
}
