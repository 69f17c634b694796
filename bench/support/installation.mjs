import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { ROOT, startServer } from './servers.mjs';

const run = promisify(execFile);

/** Name of the database and, with a suffix, of both roles, on a server that runs already. */
const OWN_DATABASE = 'support_desk_bench';

/**
 * The product with its own database: its embedded PostgreSQL in a folder, or a database on `server`, by default the server of
 * `BENCH_DATABASE_URL`. The product is one of the measured servers, and runs as long as the installation is open. `root` is the
 * checkout that was built. `node` is the Node.js of the service, by default the one of the benchmark. `prepared` is a database that is there already: its superuser's address, and the environment that leads to it.
 */
export async function openInstallation(options) {
  const { data, root = ROOT, server, database = OWN_DATABASE, prepared, node } = options;
  const folder = resolve(data ?? (await mkdtemp(join(tmpdir(), 'support-desk-bench-'))));
  await mkdir(folder, { recursive: true });
  const own = server ?? process.env.BENCH_DATABASE_URL;
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    BASE_DOMAIN: 'localhost',
    LOG_LEVEL: 'info',
    METRICS_PORT: '0',
    ATTACHMENTS_DIR: join(folder, 'data/attachments'),
    // Requests are counted, as in production, but no machine reaches this limit.
    RATE_LIMIT_PER_MINUTE: '1000000000',
    ...(prepared
      ? prepared.env
      : own
        ? await addressesOn(own, database)
        : { DATA_DIR: join(folder, 'data') }),
  };
  const product = await startServer({
    name: 'product',
    args: [...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? []), join(root, 'dist/main.js')],
    cwd: root,
    node,
    env,
    log: join(folder, 'product.log'),
  });
  const superuserUrl = prepared
    ? prepared.superuserUrl
    : own
      ? withDatabase(own, database)
      : await embeddedUrl(env.DATA_DIR, 'admin');
  return {
    folder,
    product,
    /** The environment with which a command finds the database. */
    env,
    /** Is not subject to row-level security. */
    superuserUrl,
    /** With this address another process of the service joins. */
    serviceUrl: env.DATABASE_URL ?? (await embeddedUrl(env.DATA_DIR, 'service')),
    /** The folder of the PostgreSQL server. */
    databaseFolder: await folderOf(superuserUrl),
    /** Cancels statements of the idiom whose answers are no longer waited for. They would slow down the next measurement. */
    settle: () => cancelStatements(superuserUrl, 'bench idiom'),
    /** Runs the `desk` command. @returns its standard output */
    desk: (args, input) => desk(root, env, args, input),
    close: async () => {
      await product.stop();
      if (data === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function cancelStatements(superuserUrl, applicationName) {
  const client = new pg.Client(superuserUrl);
  await client.connect();
  try {
    const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND state = 'active'`;
    while ((await client.query(cancel, [applicationName])).rowCount > 0) await sleep(50);
  } finally {
    await client.end();
  }
}

async function addressesOn(superuserUrl, database) {
  const client = new pg.Client(superuserUrl);
  await client.connect();
  try {
    const [owner, service] = [`${database}_owner`, `${database}_service`];
    const passwords = {};
    for (const role of [owner, service]) {
      passwords[role] = randomBytes(18).toString('hex');
      const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
      await client.query(
        `${rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${role} LOGIN NOBYPASSRLS PASSWORD '${passwords[role]}'`,
      );
    }
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${database} OWNER ${owner}`);
    const addressFor = (role) => withDatabase(superuserUrl, database, role, passwords[role]);
    return { DATABASE_URL: addressFor(service), MIGRATION_DATABASE_URL: addressFor(owner) };
  } finally {
    await client.end();
  }
}

function withDatabase(url, database, user, password) {
  const address = new URL(url);
  address.pathname = `/${database}`;
  if (user !== undefined) Object.assign(address, { username: user, password });
  return address.href;
}

const USERS = { admin: 'postgres', service: 'support_desk_service' };

/** @param {'admin' | 'service'} role */
async function embeddedUrl(dataDir, role) {
  const { [role]: password } = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8'));
  const lockFile = join(dataDir, 'postgres', 'postmaster.pid');
  const port = (await readFile(lockFile, 'utf8')).split('\n')[3];
  return `postgres://${USERS[role]}:${password}@127.0.0.1:${port}/support_desk`;
}

async function folderOf(superuserUrl) {
  const client = new pg.Client(superuserUrl);
  await client.connect();
  try {
    return (await client.query('SHOW data_directory')).rows[0].data_directory;
  } finally {
    await client.end();
  }
}

async function desk(root, env, args, input) {
  const command = run(process.execPath, [join(root, 'dist/cli.js'), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    maxBuffer: 16 * 1024 * 1024,
  });
  command.child.stdin.end(input ?? '');
  const { stdout } = await command;
  return stdout.trim();
}
