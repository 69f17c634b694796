import { shownHtml } from './shown-ticket.js';

const MOST = 100;
/** The characters of HTML that are read for the beginning. */
const READ = 8 * MOST;

describe('the beginning of a long text', () => {
  it.each([
    ['a link', 25, 88, '<a href="https://desk.example">a link</a>', 'a link (http'],
    ['an entity', 4, 97, '&#39;', "'xx"],
  ])('shows no part of %s that stands where the reading ends', (_what, read, letters, last, shown) => {
    const begin = 'a'.repeat(letters);
    const tags = '<b>'.repeat((READ - letters - read) / 3);
    expect(shownHtml(`${begin}${tags}${last}${'x'.repeat(READ)}`, MOST)).toEqual({
      untrusted_text: `${begin}${shown}`,
      cut: true,
    });
  });
});
