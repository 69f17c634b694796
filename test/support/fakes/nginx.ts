import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../until.js';

const run = promisify(execFile);

/** Whether nginx is installed. */
export const HAS_NGINX = await run('nginx', ['-v']).then(
  () => true,
  () => false,
);

/** A proxy that distributes requests over several services. A request that one service refuses goes to the next. */
export interface Proxy {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts nginx on loopback, as the user who runs the test, with all its files in the folder. */
export async function startNginx(folder: string, port: number, services: readonly string[]): Promise<Proxy> {
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration(folder, port, services));
  const child = spawn('nginx', ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await until(() => accepts(port));
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGQUIT');
      await ended;
    },
  };
}

function configuration(folder: string, port: number, services: readonly string[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    daemon off;
    master_process off;
    pid ${folder}/nginx.pid;
    events {}
    http {
      access_log off;
      ${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
      upstream support_desk {
        ${services.map((url) => `server ${new URL(url).host} max_fails=0;`).join('\n')}
        keepalive 8;
      }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://support_desk;
          proxy_http_version 1.1;
          proxy_set_header Connection '';
          proxy_set_header Host $host;
          proxy_set_header X-Forwarded-For $remote_addr;
          proxy_set_header X-Forwarded-Proto $scheme;
        }
      }
    }`;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
