import { createServer } from 'node:http';
import { newToken, nonceOf } from '../../dist/forms/pages/form-token.rules.js';
import { formPage } from '../../dist/forms/pages/page.presenter.js';
import { challengeFor } from '../../dist/forms/pages/proof-of-work.js';
import { en } from '../../dist/forms/pages/texts/en.js';

/**
 * The page of a form by `node:http` and the template alone: the same text, with a new token and a new challenge for each reader. The
 * form is in memory, and nobody looks whether it has changed: no database, no workspace, no headers, no log.
 */

const form = JSON.parse(process.env.LIMIT_FORM);
const nothing = { values: new Map(), files: [], problems: [], notice: null, proof: '', isNew: true };

async function page() {
  const token = newToken(form.workspaceId, form, Date.now());
  const challenge = await challengeFor(form, nonceOf(token));
  return formPage({ ...nothing, form, token, challenge, attachmentLimitMb: 10 }, en);
}

const server = createServer(async (_request, response) => {
  const html = await page();
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(html));
  response.end(html);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${server.address().port}`);
});
