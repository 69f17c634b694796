import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isListening } from '../servers/servers.js';
import { PROJECT } from '../servers/processes.js';
import { until } from '../until.js';
import type { TestCertificate } from './certificates.js';

const run = promisify(execFile);

const isInstalled = (program: string, ...args: string[]): Promise<boolean> =>
  run(program, args).then(
    () => true,
    () => false,
  );

export const HAS_NGINX = await isInstalled('nginx', '-v');
export const HAS_CADDY = await isInstalled('caddy', 'version');

/** Where a proxy is started, and what is behind it. */
export interface ProxyPlace {
  readonly folder: string;
  readonly port: number;
  /** The ports of two services on loopback, which may be the same one. */
  readonly services: readonly [number, number];
  readonly certificate: TestCertificate;
}

/** A proxy with HTTPS, as the pages for operators set it up. */
export interface InstalledProxy {
  stop(): Promise<void>;
}

/** Starts nginx with the lines of docs/install.md. */
export async function startInstalledNginx(place: ProxyPlace): Promise<InstalledProxy> {
  const { folder, port, services, certificate } = place;
  const page = await readFile(join(PROJECT, 'docs/install.md'), 'utf8');
  const [, lines] = /cat > "\$DESK\/nginx\.conf" <<CONF\n([^]*?)\nCONF\n/.exec(page) ?? [];
  if (lines === undefined) throw new Error('docs/install.md has no lines for nginx.');
  const text = lines
    .replace('$DESK/tls/cert.pem', certificate.certFile)
    .replace('$DESK/tls/key.pem', certificate.keyFile)
    .replaceAll(/(?<!\\)\$DESK_PORT_1/g, String(services[0]))
    .replaceAll(/(?<!\\)\$DESK_PORT_2/g, String(services[1]))
    .replaceAll(/(?<!\\)\$HTTPS_PORT/g, String(port))
    .replaceAll(/(?<!\\)\$DESK/g, folder)
    .replaceAll('*.desk.example', '*.desk.test')
    .replaceAll('\\$', '$');
  for (const name of ['run', 'log']) await mkdir(join(folder, name), { recursive: true });
  const file = join(folder, 'nginx.conf');
  await writeFile(file, text);
  return started('nginx', ['-p', folder, '-c', file, '-g', 'daemon off;'], port, 'SIGQUIT');
}

/** Starts Caddy with the lines of docker/Caddyfile. */
export async function startInstalledCaddy(place: ProxyPlace): Promise<InstalledProxy> {
  const { folder, port, services, certificate } = place;
  const lines = await readFile(join(PROJECT, 'docker/Caddyfile'), 'utf8');
  const text = lines
    .replace('*.{$BASE_DOMAIN}', `*.desk.test:${port}`)
    .replace('{$CADDY_TLS}', `${certificate.certFile} ${certificate.keyFile}`)
    .replace('service-1:3000', `127.0.0.1:${services[0]}`)
    .replace('service-2:3000', `127.0.0.1:${services[1]}`)
    .replace('admin off', `admin off\n\tauto_https disable_redirects\n\tskip_install_trust`);
  const file = join(folder, 'Caddyfile');
  await writeFile(file, text);
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return started('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], port, 'SIGTERM', home);
}

async function started(
  program: string,
  args: readonly string[],
  port: number,
  ending: NodeJS.Signals,
  env: Readonly<Record<string, string>> = {},
): Promise<InstalledProxy> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'exit');
  await until(
    () => isListening(port),
    30,
    () => `${program} does not listen:\n${said}`,
  );
  return {
    stop: async () => {
      child.kill(ending);
      const hurry = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(hurry);
    },
  };
}
