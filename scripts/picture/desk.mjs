// A new desk, and what it says in the terminal at its first start.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const URL_OF_README = 'http://localhost:3000';
/** The key of README.md opens nothing. */
const [KEY_OF_README] = /desk_\w+/.exec(readFileSync('README.md', 'utf8'));

/** Starts a desk in a temporary folder at a free port. Its words name the address and the key of README.md in place of its own. */
export async function startDesk() {
  const service = spawn(process.execPath, ['dist/main.js', '--ephemeral'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(service, 'exit');
  const said = await welcomeOf(service.stdout);
  const [url, port] = /http:\/\/localhost:(\d+)/.exec(said);
  const [key] = /desk_\w+/.exec(said);
  return {
    port,
    url: URL_OF_README,
    words: said.replaceAll(url, URL_OF_README).replaceAll(key, KEY_OF_README),
    stop: async () => {
      service.kill();
      await ended;
    },
  };
}

/** @throws Error when the desk ends before it has told how to try it */
async function welcomeOf(stdout) {
  let said = '';
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    said += chunk;
    if (/curl .*\n/.test(said)) return said.replace(/^\n+|\s+$/g, '');
  }
  throw new Error(`The desk did not start: ${said}`);
}
