// Compares what the service reads from a mail with what stalwartlabs/mail-parser expects, or with what any program has read.
import { createHash } from 'node:crypto';
import { receivedMailOf } from '../../dist/mail-in/message/message.js';
import { decoded } from '../../dist/mail-in/message/charsets.js';

/** Lists the subject, the sender, the text, and each file with its name and bytes, and whether each is right. `crlf` expects other line ends. */
export function compareWithExpected(bytes, expected, crlf) {
  let mail;
  try {
    mail = receivedMailOf(bytes);
  } catch {
    return [{ what: 'unreadable', isRight: false }];
  }
  if (expected.parts === undefined) return plainlyCompared(mail, expected);
  const [root] = expected.parts;
  const subject = root.headers.findLast(({ name }) => name === 'subject')?.value?.Text;
  const from = root.headers
    .filter(({ name }) => name === 'from')
    .flatMap(({ value }) => addressesIn(value.Address));
  const bodies = expected.text_body.map((part) => expected.parts[part].body);
  const compared = [compare('subject', subject, mail.subject), comparedSenders(from, mail)];
  if (bodies.every(({ Html }) => Html === undefined)) {
    const text = bodies.map(({ Text }) => Text ?? '').join('\n');
    compared.push(compare('text', text, mail.text));
  }
  return [...compared, ...filesCompared(mail.files, expected, crlf)];
}

/** Compares with `{subject, from, text, files}`. What is absent is not compared. */
function plainlyCompared(mail, { subject, from, text, files }) {
  const digests = (all) => all.map(({ filename, sha256 }) => `${filename} ${sha256}`).sort();
  const read = mail.files.map(({ filename, bytes }) => ({
    filename,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  return [
    ...(subject === undefined ? [] : [compare('subject', subject, mail.subject)]),
    ...(from === undefined ? [] : [comparedSenders(from, mail)]),
    ...(text === undefined ? [] : [compare('text', text, mail.text)]),
    ...(files === undefined ? [] : [compare('files', digests(files).join('; '), digests(read).join('; '))]),
  ];
}

function comparedSenders(from, mail) {
  const read = mail.from.map(({ address }) => address);
  return { what: `sender ${read.join()}, not ${from.join()}`, isRight: from.join() === read.join() };
}

const MOST_SHOWN = 120;

/** Compares texts, and shows both from the first difference on. */
function compare(what, expected, found) {
  const [wanted, read] = [expected ?? '', found ?? ''];
  let at = 0;
  while (at < wanted.length && wanted[at] === read[at]) at++;
  const shown = (text) => JSON.stringify(text.slice(Math.max(0, at - 20), at + MOST_SHOWN));
  return { what: `${what} ${shown(read)}, not ${shown(wanted)}`, isRight: isLike(wanted, read) };
}

function filesCompared(files, expected, crlf) {
  const used = [...expected.text_body, ...expected.html_body, ...expected.attachments];
  const places = [...new Set(used)].sort((a, b) => a - b).filter((part) => isFile(expected, part));
  const count = {
    what: `${files.length} files, not ${places.length}`,
    isRight: files.length === places.length,
  };
  if (!count.isRight) return [count];
  return places.flatMap((place, index) => {
    const part = expected.parts[place];
    const name = nameOf(part);
    const { filename, bytes } = files[index];
    const compared =
      name === undefined ? [] : [{ what: `name ${filename}, not ${name}`, isRight: isLike(name, filename) }];
    // A mail inside of a mail is expected in its parts.
    if (part.body.Message) return compared;
    const bodies = [part.body, crlf.parts[place].body];
    const isRight = bodies.some((body) => hasBytes(body, Buffer.from(bytes), charsetOf(part)));
    return [...compared, { what: `bytes of ${filename}`, isRight }];
  });
}

function isFile({ parts, attachments }, place) {
  const { Binary, InlineBinary } = parts[place].body;
  return attachments.includes(place) || Binary !== undefined || InlineBinary !== undefined;
}

/** Texts are expected decoded, whatever the file is. */
function hasBytes(body, bytes, charset) {
  const [content] = Object.values(body);
  if (typeof content !== 'string') return Buffer.from(content).equals(bytes);
  return content === decoded(bytes, charset);
}

function attributesOf({ headers }, header) {
  return headers.find(({ name }) => name === header)?.value?.ContentType?.attributes ?? [];
}

function nameOf(part) {
  const named = (header, attribute) =>
    attributesOf(part, header).find(({ name }) => name === attribute)?.value;
  return named('content_disposition', 'filename') ?? named('content_type', 'name');
}

function charsetOf(part) {
  return attributesOf(part, 'content_type').find(({ name }) => name === 'charset')?.value;
}

function addressesIn(address) {
  const all = address?.List ?? address?.Group?.flatMap(({ addresses }) => addresses) ?? [];
  return all.map((one) => one.address).filter((one) => one?.includes('@'));
}

/** Compares texts without regard to spaces. U+FFFD stands for a character that the other program could not read. */
function isLike(expected, found) {
  const [all, others] = [expected, found].map((text) => Array.from((text ?? '').replace(/[\s\0\\]+/g, '')));
  return all.length === others.length && all.every((one, at) => one === others[at] || one === '\ufffd');
}
