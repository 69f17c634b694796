import { CleanDescription, MAX_DESCRIPTION_BYTES } from '../../tickets/rules/description.rules.js';
import { wordsOf } from './words.rules.js';

const ofHtml = (html: string): string => wordsOf({ html, text: null }).content;
const ofText = (text: string): string => wordsOf({ html: null, text }).content;

it('The HTML of a mail is cleaned, and its text does not count.', () => {
  const html =
    '<html><head><title>Re: x</title><style>p {}</style></head><body><p onclick="x()">Hello</p></body></html>';
  expect(wordsOf({ html, text: 'Hi' })).toEqual({ content: '<p>Hello</p>', isCut: false });
});

it('The title of a page is none of the words, also of the second page of a mail.', () => {
  const page = (title: string, words: string): string =>
    `<html><head><title>${title}</title></head><body>${words}</body></html>`;
  expect(ofHtml(`${page('x', '<p>One</p>')}${page('y', '<p>Two</p>')}`)).toBe('<p>One</p><p>Two</p>');
  expect(ofHtml(`<head><p>One</p>${page('y', '<p>Two</p>')}`)).toBe('<p>One</p><p>Two</p>');
  expect(ofHtml('<head><title>x</title><body><p>One</p><header>Two</header>')).toBe(
    '<p>One</p><header>Two</header>',
  );
});

it('Text counts when the HTML shows nothing.', () => {
  expect(wordsOf({ html: '<div>&nbsp;</div>', text: 'Hi' }).content).toBe('<p>Hi</p>');
  expect(wordsOf({ html: null, text: null }).content).toBe('<p>This mail has no words.</p>');
});

it('A picture of the mail stays where it is.', () => {
  expect(ofHtml('<p>See <img src="cid:a@b"></p>')).toBe('<p>See <img src="cid:a@b" /></p>');
});

describe('The tail that a program quotes is one blockquote:', () => {
  it.each([
    [
      'Gmail',
      '<div class="gmail_quote gmail_quote_container"><div class="gmail_attr">On Monday Eve wrote:</div><blockquote class="gmail_quote" style="margin:0">Old</blockquote></div>',
    ],
    ['Gmail before 2013', "<div class='gmail_extra gmail_quote'>Old</div>"],
    ['Apple Mail', '<blockquote type="cite">Old</blockquote>'],
    [
      'Thunderbird',
      '<div class="moz-cite-prefix">On Monday Eve wrote:</div><blockquote type="cite" cite="mid:a@b">Old</blockquote>',
    ],
    [
      'Outlook on the web',
      '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Eve</div><div>Old</div>',
    ],
    [
      'Outlook for Windows',
      '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p>From: Eve</p></div></div><p>Old</p>',
    ],
    ['Yahoo', '<div id="ydp1" class="ydp1-yahoo_quoted"><div>Old</div></div>'],
    ['Proton Mail', '<div class="protonmail_quote">Old</div>'],
    ['Zimbra', '<hr id="zwchr"><div>Old</div>'],
    ['GMX', '<div name="quote" style="margin:10px"><div>Old</div></div>'],
    ['Zoho', '<div class="zmail_extra">Old</div>'],
  ])('%s', (_program, tail) => {
    const content = ofHtml(`<body><div>New</div>${tail}</body>`);
    expect(content).toMatch(/^<div>New<\/div>.*<blockquote>.*Old.*<\/blockquote>$/s);
    expect(content.match(/<blockquote>/g)).toHaveLength(1);
    expect(CleanDescription.thoroughly(content).html).toBe(content);
  });
});

it('Words below a quotation stay words.', () => {
  expect(ofHtml('<div class="gmail_quote"><div>Old</div></div><div>New</div>')).toBe(
    '<blockquote><div><div>Old</div></div></blockquote><div>New</div>',
  );
  expect(ofHtml('<blockquote type="cite">A</blockquote>Yes<blockquote type="cite">B</blockquote>No')).toBe(
    '<blockquote>A</blockquote>Yes<blockquote>B</blockquote>No',
  );
});

it('A container without words is no quotation.', () => {
  expect(ofHtml('<p>New</p><div id="appendonsend"></div>')).toBe('<p>New</p>');
});

it('Elements that only look like a container are ignored.', () => {
  const html = '<div>New</div><div title="gmail_quote">More</div>';
  expect(ofHtml(html)).not.toContain('blockquote');
});

it('Text becomes paragraphs and lines, and no markup of the sender.', () => {
  expect(ofText('Hello <b>Eve</b> & co,\r\nsecond line\r\n\r\n\r\nBye\r\n')).toBe(
    '<p>Hello &lt;b&gt;Eve&lt;/b&gt; &amp; co,<br />\nsecond line</p>\n<p>Bye</p>',
  );
});

it('Quoted lines of a text are quotations, within others, too.', () => {
  expect(ofText('New\n\n> Old\n>> Older\n>\n> Old again\n\n')).toBe(
    '<p>New</p><blockquote><p>Old</p>\n<blockquote><p>Older</p></blockquote>\n<p>Old again</p></blockquote>',
  );
  expect(ofText('> Question?\nAnswer')).toBe('<blockquote><p>Question?</p></blockquote>\n<p>Answer</p>');
});

const CUT = '<p>The rest is in message.eml.</p>';
const long = (bytes: number): string => '<p>Words of a mail.</p>'.repeat(Math.ceil(bytes / 23));

it('Above the limit of content, the quotation goes first.', () => {
  const words = wordsOf({ html: `<p>New</p><div class="gmail_quote">${long(300_000)}</div>`, text: null });
  expect(words).toEqual({ content: `<p>New</p>${CUT}`, isCut: true });
});

it.each([
  ['HTML', { html: long(400_000), text: null }],
  [
    'HTML of nothing but a quotation',
    { html: `<div class="gmail_quote">${long(400_000)}</div>`, text: null },
  ],
  ['HTML with too many tags', { html: '<b>a</b>'.repeat(25_000), text: null }],
  ['HTML that grows when it is cleaned', { html: '&'.repeat(100_000), text: null }],
  ['HTML of megabytes', { html: `${' '.repeat(1_000_000)}${long(100_000)}`, text: null }],
  ['text', { html: null, text: 'Words of a mail.\n'.repeat(30_000) }],
  ['text of angles', { html: null, text: '<'.repeat(300_000) }],
  ['text of wide characters', { html: null, text: '😀'.repeat(90_000) }],
])('What is still too much is cut, with a sentence: %s', (_what, mail) => {
  const { content, isCut } = wordsOf(mail);
  expect(isCut).toBe(true);
  expect(content.endsWith(CUT)).toBe(true);
  expect(Buffer.byteLength(content)).toBeLessThanOrEqual(MAX_DESCRIPTION_BYTES);
  expect(CleanDescription.of(content)).toMatchObject({ html: content, problem: null });
});

it('A picture that the HTML holds itself is left out, so that the whole mail has to be kept.', () => {
  const picture = `<img src="data:image/png;base64,${'iVBORw0K'.repeat(200_000)}">`;
  expect(wordsOf({ html: `<p>See ${picture} above</p>`, text: null })).toEqual({
    ...{ content: `<p>See <img /> above</p>${CUT}`, isCut: true },
  });
});

it('Words just within the limit are not cut.', () => {
  const html = long(MAX_DESCRIPTION_BYTES - 1_000);
  expect(wordsOf({ html, text: null })).toEqual({ content: html, isCut: false });
});

it.each([
  ['lines', 'a\n', 20_000],
  ['ampersands', '&', 52_429],
  ['letters', 'a', 262_144],
])(
  'A text of too many %s is cut before its HTML is made, and the rest is in the file.',
  (_name, part, most) => {
    const whole = wordsOf({ html: null, text: part.repeat(1_000_000) });
    const cut = wordsOf({ html: null, text: part.repeat(most + 1) });
    expect(whole).toEqual(cut);
    expect(whole.isCut).toBe(true);
    expect(whole.content).toContain('The rest is in message.eml.');
  },
);

it('The end of a text that is cut costs nothing.', () => {
  const costOf = (bytes: number): number => {
    const text = 'a line\n'.repeat(bytes / 7);
    const begun = process.cpuUsage();
    wordsOf({ html: null, text });
    const { user, system } = process.cpuUsage(begun);
    return user + system;
  };
  costOf(300_000);
  // Thirty times as many bytes: about the cost of those that are kept, or thirty times as much.
  expect(costOf(9_000_000)).toBeLessThan(8 * costOf(300_000));
});
