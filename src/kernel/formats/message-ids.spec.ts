import { asMessageId, ownMessageId, ownMessageOf } from './message-ids.js';

const ID = '0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b';

describe('a Message-ID of ours', () => {
  it.each(['comment', 'invitation', 'test', 'ticket'] as const)(
    'says what its mail is about: %s',
    (subject) => {
      const messageId = ownMessageId(subject, ID, 'acme.desk.example');
      expect(ownMessageOf(messageId)).toEqual({ subject, id: ID });
      expect(ownMessageOf(messageId.toUpperCase())).toEqual({ subject, id: ID });
      expect(asMessageId(messageId)).toBe(messageId);
    },
  );

  it.each([
    `<note-${ID}@acme.desk.example>`,
    `comment-${ID}@acme.desk.example`,
    `<comment-${ID}>`,
    `<comment-${ID}0@acme.desk.example>`,
    `<x.comment-${ID}@acme.desk.example>`,
    `<comment-${ID}@acme.desk.example> <a@b>`,
  ])('is not %s', (messageId) => {
    expect(ownMessageOf(messageId)).toBeNull();
  });
});
