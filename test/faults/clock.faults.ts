import { temporaryFolder } from '../support/servers/processes.js';
import { LibraryClock, SETTABLE_CLOCK, TURN_CLOCK } from './support/clocks.js';
import { expectUnharmed, notRun, underLoad } from './support/fault.js';
import { Installation } from './support/installation.js';

const DATABASE_CLOCK = 'clock of PostgreSQL an hour back, for 4 s';

const folder = await temporaryFolder();
const clock = await LibraryClock.in(folder.path);
if (clock === null) notRun(DATABASE_CLOCK, 'the command "faketime" is not installed');
let installation: Installation;

beforeAll(async () => {
  installation = await Installation.open({ service: SETTABLE_CLOCK, ...(clock && { env: clock.env }) });
});
afterAll(async () => {
  await installation.close();
  await folder.remove();
});

it('the clock of the service is set back', async () => {
  let statusOfExpiredKey = 0;
  const turn = () => {
    installation.service.signal(TURN_CLOCK);
    return Promise.resolve();
  };
  const report = await underLoad(installation, {
    name: 'clock of the service an hour back, for 4 s',
    begin: async () => {
      await turn();
      statusOfExpiredKey = await installation.statusOfKeyExpiredForAMinute();
    },
    lastsMs: 4_000,
    end: turn,
  });
  expectUnharmed(report);
  expect(report.acknowledged).toBe(report.sent);
  expect(statusOfExpiredKey).toBe(401);
});

(clock === null ? it.skip : it)('the clock of PostgreSQL is set back', async () => {
  let statusOfExpiredKey = 0;
  const report = await underLoad(installation, {
    name: DATABASE_CLOCK,
    begin: async () => {
      await clock?.setBackAnHour();
      statusOfExpiredKey = await installation.statusOfKeyExpiredForAMinute();
    },
    lastsMs: 4_000,
    end: () => clock?.setRight() ?? Promise.resolve(),
  });
  expectUnharmed(report);
  expect(statusOfExpiredKey).toBe(401);
});
