import { en } from './en.js';
import { textsFor } from './languages.js';

/** The languages that Express finds in `Accept-Language`, for a reader who takes these languages, the best first. */
const reader = (...wanted: string[]) => ({
  acceptsLanguages: ((offered: string[]) => wanted.find((one) => offered.includes(one)) ?? false) as never,
});
const de = { ...en, language: 'de', send: 'Senden' };

// @proves E-19-3
it('a page is in the language that its reader prefers, and otherwise in the first one', () => {
  expect(textsFor(reader('de', 'en'), [en, de]).send).toBe('Senden');
  expect(textsFor(reader('en', 'de'), [en, de]).send).toBe('Send');
  expect(textsFor(reader('fr'), [en, de]).send).toBe('Send');
});
