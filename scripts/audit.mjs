// Shows the known weaknesses of the production packages with `npm audit`, if the registry answers it.
// Usage: node scripts/audit.mjs [folder with package-lock.json]
import { spawnSync } from 'node:child_process';

const [folder = '.'] = process.argv.slice(2);
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: folder, encoding: 'utf8' });
const report = parsed(stdout);
const found = report?.metadata?.vulnerabilities;

if (found === undefined) {
  const reason = report?.message ?? report?.error?.summary ?? 'no answer';
  console.log(`skipped: the registry does not answer npm audit (${reason})`);
} else {
  console.log(`known weaknesses: ${JSON.stringify(found)}`);
  for (const [name, { severity, range }] of Object.entries(report.vulnerabilities)) {
    console.log(`${severity}: ${name} ${range}`);
  }
  process.exitCode = found.high + found.critical > 0 ? 1 : 0;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
