import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/test-app.js';

let app: TestApp;
afterEach(() => app.stop());

const CLIENT = '203.0.113.77';

async function start(options: TestAppOptions): Promise<TestWorkspace> {
  app = await startTestApp(options);
  return aWorkspace(app);
}

/** The warnings of the log. */
const warnings = async (): Promise<{ msg: string }[]> =>
  (await app.operator.requestLog())
    .map((line) => JSON.parse(line) as { level: number; msg: string })
    .filter(({ level }) => level === 40);

describe('behind a proxy', () => {
  it.each([
    ['X-Forwarded-For', CLIENT],
    ['Forwarded', `for=${CLIENT}`],
  ])('without TRUST_PROXY, a request with %s makes the log say so, once', async (header, value) => {
    const acme = await start({});
    await acme.client.get('/forms');
    expect(await warnings()).toEqual([]);
    for (let turn = 0; turn < 3; turn++) await acme.stranger.get('/forms').set(header, value);
    const said = await warnings();
    expect(said).toHaveLength(1);
    expect(said[0]?.msg).toMatch(/^A proxy seems to be in front, but TRUST_PROXY is not set: /);
    expect(JSON.stringify(said)).not.toContain(CLIENT);
  });

  it('with TRUST_PROXY, the log says nothing of it', async () => {
    const acme = await start({ trustProxy: ['loopback'] });
    await acme.client.get('/forms').set('X-Forwarded-For', CLIENT);
    expect(await warnings()).toEqual([]);
  });
});
