import { PNG } from '../../support/data/attachments.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, TWO_AGENTS } from '../../support/data/comments.js';
import { aMail, received } from '../../support/data/mails/inbound-emails.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();

const SPY = 'https://spy.example/opened.png';
const HTML = `<p>Hello</p><img src="${SPY}" width="1" height="1"><img src="cid:logo@shop">`;
const FILES = [{ filename: 'logo.png', type: 'image/png', bytes: PNG, contentId: 'logo@shop' }];

/** The content that a mail with pictures has become. */
async function contentIn(workspace: TestWorkspace): Promise<string> {
  const { ticket } = await received(workspace, aMail({ html: HTML, files: FILES }));
  const { body } = await workspace.client.get(`/tickets/${ticket?.number ?? 0}/comments`).expect(200);
  return body.comments[0].content as string;
}

describe('a picture of another host in a mail', () => {
  it('keeps its address in data-src, so that nobody asks for it, while files of the mail are shown', async () => {
    const content = await contentIn(await aWorkspace(app));
    expect(content).toContain(`<img data-src="${SPY}" width="1" height="1" />`);
    expect(content).not.toContain(` src="${SPY}"`);
    expect(content).toMatch(/<img src="(cid:|https?:)[^"]+" \/>$/);
  });

  it('is shown as it came where the manifest says remote_images: keep, and hidden again with hide', async () => {
    const desk = await aWorkspace(app, {}, { remote_images: 'keep' });
    expect(await contentIn(desk)).toContain(`<img src="${SPY}" width="1" height="1" />`);
    const { workspace } = await app.operator.exportManifest(desk.subdomain);
    expect(workspace).toMatchObject({ remote_images: 'keep' });
    const hidden = { subdomain: desk.subdomain, name: desk.subdomain, remote_images: 'hide' };
    const { changes } = await app.operator.apply(JSON.stringify({ workspace: hidden }));
    expect(changes).toEqual(['pictures of other hosts in mails are hidden']);
    expect(await contentIn(desk)).toContain(`data-src="${SPY}"`);
  });

  it('is refused with any other word in the manifest', async () => {
    await expect(aWorkspace(app, {}, { remote_images: 'show' })).rejects.toThrow('one mistake');
  });
});

it('a picture in a comment of a client is shown: who writes it has a key', async () => {
  const desk = await aWorkspace(app, TWO_AGENTS);
  const { number } = await aTicket(desk);
  const { content } = await aComment(desk, number, { content: HTML });
  expect(content).toContain(`<img src="${SPY}" width="1" height="1" />`);
});

it.each(['javascript:alert(1)', 'data:text/html,x'])(
  'a client cannot hide the address %s in data-src',
  async (address) => {
    const desk = await aWorkspace(app, TWO_AGENTS);
    const { number } = await aTicket(desk);
    const { content } = await aComment(desk, number, { content: `<p>x</p><img data-src="${address}">` });
    expect(content).toBe('<p>x</p><img />');
  },
);
