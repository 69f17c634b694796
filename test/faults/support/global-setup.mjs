// The tests write the rows of the table into this folder.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function setUp() {
  process.env.FAULTS_ROWS = join(mkdtempSync(join(tmpdir(), 'support-desk-faults-')), 'rows');
}
