import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { bytesIn, PNG } from '../../support/data/attachments.js';
import { conversationOf } from '../../support/data/comments.js';
import { aMail, received } from '../../support/data/mails/inbound-emails.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk({ attachmentLimitMb: 1 });

let desk: TestWorkspace;
beforeEach(async () => {
  desk = await aWorkspace(app);
});

interface ShownFile {
  readonly filename: string;
  readonly url: string;
  readonly is_inline?: boolean;
}

async function descriptionOf(mail: string): Promise<{ content: string; files: readonly ShownFile[] }> {
  const { ticket } = await received(desk, mail);
  const { comments } = await conversationOf(desk, ticket?.number ?? 0);
  const [first] = comments;
  return { content: first?.content ?? '', files: (first?.attachments ?? []) as ShownFile[] };
}

// @proves E-21-25
describe('the files of a mail', () => {
  it('are attached, and its pictures are shown in their place', async () => {
    const html = '<p>See <img src="cid:logo@mail"></p>';
    const files = [
      { filename: 'logo.png', type: 'image/png', bytes: PNG, contentId: 'logo@mail' },
      { filename: 'Größe.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.4') },
    ];
    const { content, files: shown } = await descriptionOf(aMail({ html, files }));
    expect(shown.map(({ filename }) => filename)).toEqual(['logo.png', 'Größe.pdf']);
    const [, url = ''] = /<img src="([^"]*)"/.exec(content) ?? [];
    expect(url).toBe(shown[0]?.url);
    const { body } = await bytesIn(desk.client.get(new URL(url).pathname)).expect(200);
    expect(PNG.equals(body as Buffer)).toBe(true);
  });

  it('are shown in their place by ids with brackets, as phones write them', async () => {
    const html = '<img src="cid:photo(1)@[192.0.2.1]"><img src="cid:photo%282%29">';
    const files = ['photo(1)@[192.0.2.1]', 'photo(2)'].map((contentId, at) => ({
      ...{ filename: `${at}.png`, type: 'image/png', bytes: PNG, contentId },
    }));
    const { content, files: shown } = await descriptionOf(aMail({ html, files }));
    expect([...content.matchAll(/<img src="([^"]*)"/g)].map(([, url]) => url)).toEqual(
      shown.map(({ url }) => url),
    );
  });

  it('that are too large, too many, or of a type that is not accepted are named', async () => {
    const small = Array.from({ length: 21 }, (_one, at) => ({
      ...{ filename: `${at}.txt`, type: 'text/plain', bytes: Buffer.from(String(at)) },
    }));
    const large = { filename: 'large <b>.bin', bytes: Buffer.alloc(1024 * 1024 + 1) };
    const many = await descriptionOf(aMail({ files: [large, ...small] }));
    expect(many.files).toHaveLength(19);
    expect(many.content).toContain('Files that were not taken: 19.txt, 20.txt, large');
    expect(many.content).not.toContain('<b>');
    desk = await aWorkspace(app, {}, { attachment_types: ['image/*'] });
    const refused = await descriptionOf(aMail({ files: small.slice(0, 1) }));
    expect(refused.files).toEqual([]);
    expect(refused.content).toContain('Files that were not taken: 0.txt');
  });

  // @proves E-21-24
  it('have the whole mail among them when its words are too long', async () => {
    const { content, files } = await descriptionOf(aMail({ text: 'Too long. '.repeat(40_000) }));
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(256 * 1024);
    expect(content).toContain('message.eml');
    expect(files.map(({ filename }) => filename)).toEqual(['message.eml']);
  });
});

// @proves E-21-24
it('the words of a mail are cleaned, and its quoted tail is one quotation', async () => {
  const html =
    '<p onclick="x()">Thanks<script>alert(1)</script></p><div class="gmail_quote"><p>On Monday we wrote</p></div>';
  const { content } = await descriptionOf(aMail({ html }));
  expect(content).not.toMatch(/onclick|script|alert/);
  expect(content.match(/<blockquote>/g)).toHaveLength(1);
  expect(content).toMatch(/Thanks[^]*<blockquote>[^]*On Monday we wrote/);
});
