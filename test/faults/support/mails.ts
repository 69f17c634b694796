/** A mail of a customer; one that answers another one is of the same customer. */
export interface FaultMail {
  readonly name: string;
  readonly inReplyTo?: string;
}

const FILE = Buffer.from('the bytes of a file').toString('base64');

/** A mail whose subject is its name, with words and a file. Each conversation has a sender of its own. */
export const mailWithFile = ({ name, inReplyTo }: FaultMail): string =>
  [
    `From: A Customer <${(inReplyTo ?? name).toLowerCase()}@customer.example>`,
    ...['To: support@faults.example', 'Date: Tue, 24 Nov 2026 12:00:00 +0000'],
    `Message-ID: <${name}@customer.example>`,
    ...(inReplyTo === undefined ? [] : [`In-Reply-To: <${inReplyTo}@customer.example>`]),
    ...[`Subject: ${name}`, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary="x"', '', '--x'],
    ...[
      'Content-Type: text/plain',
      '',
      `Words of ${name}`,
      '--x',
      'Content-Type: text/plain; name="file.txt"',
    ],
    ...['Content-Disposition: attachment; filename="file.txt"', 'Content-Transfer-Encoding: base64', ''],
    ...[FILE, '--x--', ''],
  ].join('\r\n');
