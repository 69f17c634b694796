import { randomUUID } from 'node:crypto';
import type { Letter } from './letter.js';
import { testBodies } from './mail-bodies.js';
import { ENGLISH } from './mail.texts.js';

/** A mail that says nothing, from the address of a workspace. */
export function testLetter(desk: string, mailFrom: string, to: string): Letter {
  return {
    messageId: `<test-${randomUUID()}@${mailFrom.slice(mailFrom.lastIndexOf('@') + 1)}>`,
    inReplyTo: null,
    references: [],
    from: { name: desk, address: mailFrom },
    recipients: { to: [to], cc: [] },
    date: new Date(),
    subject: ENGLISH.test.subject(desk),
    ...testBodies(desk),
    files: [],
    isAutomatic: true,
  };
}
