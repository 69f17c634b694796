// A new key or secret is shown once. So a command prints it as soon as it is kept, whatever happens to the database afterwards.
import { aKey, aWorkspace, keysOf, type TestWorkspace } from '../../support/data/builders.js';
import { TcpProxy } from '../../support/fakes/tcp-proxy.js';
import { RunningProcess } from '../../support/servers/processes.js';
import { TEST_SECRETS_KEY, useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const app = useDesk();
let acme: TestWorkspace;
let proxy: TcpProxy;
let address: string;
beforeEach(async () => {
  acme = await aWorkspace(app);
  ({ proxy, address } = await TcpProxy.to(app.database.serviceUrl));
});
afterEach(() => {
  proxy.close();
});

const oldKey = async () => {
  await aKey(acme, 'old');
  return (await keysOf(acme)).find(({ name }) => name === 'old')?.id ?? '';
};
const CREATE = ['create', '--name', 'new'];
const A_WEBHOOK = ['create', 'https://desk.example/hook', '--types', 'ticket.created'];

/** Runs a command whose database never answers again after it has told that the work is kept. */
async function runUntilKept(table: string, args: readonly string[]): Promise<RunningProcess> {
  proxy.slowAnswersTo(new RegExp(`INSERT INTO "?${table}[^]*COMMIT`));
  const env = { DATABASE_URL: address, SECRETS_KEY: TEST_SECRETS_KEY };
  const running = RunningProcess.start('cli.js', args, env);
  await until(() => proxy.hasSlowAnswer);
  proxy.fallSilent();
  proxy.letAnswersGo();
  return running;
}

// @proves E-18-10
describe('a secret that is shown once', () => {
  it.each([
    ['keys', CREATE, /^desk_[0-9A-Za-z]{38}\n/],
    ['keys', [...CREATE, '--json'], /"name": "new",[^]*"key": "desk_[0-9A-Za-z]{38}"\n}\n/],
    ['keys', ['rotate'], /^desk_[0-9A-Za-z]{38}\n/],
    ['keys', ['rotate', '--json'], /"name": "old",[^]*"key": "desk_[0-9A-Za-z]{38}"\n}\n/],
    ['webhooks', A_WEBHOOK, /^whsec_\S+\n/],
    ['webhooks', [...A_WEBHOOK, '--json'], /"secret": "whsec_/],
  ])('is printed before anything else can fail: %s %j', async (what, [verb = '', ...rest], expected) => {
    const id = verb === 'rotate' ? [await oldKey()] : [];
    const args = [what, verb, acme.subdomain, ...id, ...rest];
    const running = await runUntilKept(what === 'keys' ? 'api_keys' : 'webhooks', args);
    // Less than what the command waits for connections that do not end.
    await running.printed(expected, 20);
    proxy.close();
    await running.stop();
  });
});
