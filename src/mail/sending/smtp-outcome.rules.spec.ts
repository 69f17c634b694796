import { outcomeOf, type SmtpError } from './smtp-outcome.rules.js';

const [ANN, BOB] = ['ann@x.example', 'bob@x.example'];
const error = (more: Partial<SmtpError>): SmtpError =>
  Object.assign(new Error(`said ${more.responseCode}`), more);
const recipient = (address: string, responseCode: number): SmtpError =>
  error({ code: 'EENVELOPE', responseCode, recipient: address });

// @proves E-20-7
describe('what a mail server says', () => {
  it.each([
    ['EMESSAGE', 554, false],
    ['EENVELOPE', 550, false],
    ['EMESSAGE', 451, true],
    ['EENVELOPE', 450, true],
    ['EAUTH', 535, true],
    ['ECONNECTION', undefined, true],
    ['EPROTOCOL', 554, true],
    ['ETIMEDOUT', undefined, true],
  ])('%s %s: the mail is tried again: %s', (code, responseCode, isAgain) => {
    const given = { code, ...(responseCode !== undefined && { responseCode }) };
    expect(outcomeOf([ANN, BOB], error(given))).toEqual({
      isTaken: false,
      later: isAgain ? [ANN, BOB] : [],
      answer: `said ${responseCode}`,
      refusal: isAgain ? null : `said ${responseCode}`,
    });
  });

  it('counts for each recipient', () => {
    expect(outcomeOf([ANN, BOB], [])).toEqual({ isTaken: true, later: [], answer: null, refusal: null });
    expect(outcomeOf([ANN, BOB], [recipient(BOB, 450)])).toMatchObject({ isTaken: true, later: [BOB] });
    expect(outcomeOf([ANN, BOB], [recipient(BOB, 550)])).toMatchObject({ isTaken: true, later: [] });
    const all = error({
      code: 'EENVELOPE',
      responseCode: 550,
      rejectedErrors: [recipient(ANN, 550), recipient(BOB, 450)],
    });
    expect(outcomeOf([ANN, BOB], all)).toMatchObject({
      isTaken: false,
      later: [BOB],
      answer: 'said 550; said 450',
      refusal: 'said 550',
    });
  });

  it('is kept in one line and in short', () => {
    const { answer } = outcomeOf([ANN], Object.assign(new Error(`a\r\nb\0${'x'.repeat(1_000)}`), {}));
    expect(answer).toMatch(/^a bx{400,}$/);
    expect(answer).toHaveLength(500);
  });
});
