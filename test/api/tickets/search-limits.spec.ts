import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { foundBy } from '../../support/data/searches.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();

describe('long texts', () => {
  let acme: TestWorkspace;

  beforeAll(async () => {
    acme = await aWorkspace(app);
  });

  // @proves E-22-1
  it('are found by all words, and by phrases of the first 16,000', async () => {
    const description = `<p>near the start ${'filling '.repeat(16_000)} far behind it</p>`;
    const { number } = await aTicket(acme, { description });
    expect(await foundBy(acme.client, '"near the start" behind')).toEqual([number]);
    expect(await foundBy(acme.client, '"far behind"')).toEqual([]);
    expect(await foundBy(acme.client, '"filling filling"')).toEqual([number]);
  });

  // @proves E-22-1
  it('are found by their words up to a number of bytes', async () => {
    const words = Array.from({ length: 34_000 }, (_, index) => `w${index}`);
    const { number } = await aTicket(acme, { description: words.join(' ') });
    expect(await foundBy(acme.client, '"w0 w1" w25000 -w33999')).toEqual([number]);
  });

  // @proves E-22-8
  it('in a script without spaces are found by any two characters, and by more of the first 16,000', async () => {
    const characters = Array.from({ length: 15_000 }, (_, index) => String.fromCodePoint(0x4e00 + index));
    const { number } = await aTicket(acme, {
      description: `${characters.join('')} ${'字'.repeat(2_000)}机器人`,
    });
    expect(await foundBy(acme.client, characters.slice(14_000, 14_009).join(''))).toEqual([number]);
    expect(await foundBy(acme.client, '机器')).toEqual([number]);
    expect(await foundBy(acme.client, '机器人')).toEqual([]);
  });

  it('have words of 200 characters at most', async () => {
    const { number } = await aTicket(acme, { description: `${'x'.repeat(200)}y` });
    expect(await foundBy(acme.client, `"${'x'.repeat(300)}"`)).toEqual([number]);
    expect(await foundBy(acme.client, `"${'x'.repeat(199)}"`)).toEqual([]);
  });
});
