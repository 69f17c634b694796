import { randomUUID } from 'node:crypto';
import { aWorkspace } from '../../support/data/builders.js';
import { aSpamMail, received } from '../../support/data/mails/inbound-emails.js';
import { TWO_AGENTS } from '../../support/data/comments.js';
import { useDesk, useQuiet } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

const app = useDesk({ hasOwnDatabase: true });

describe('the lease of a mail that waits in a process', () => {
  useQuiet();

  it('is renewed, and a process with another lease is told that the mail is not its own', async () => {
    const acme = await aWorkspace(app, TWO_AGENTS);
    const { workspaceId } = acme.scope;
    const { id } = await received(acme, aSpamMail());
    const lease = randomUUID();
    await asAdmin(
      app.database,
      `UPDATE inbound_emails SET state = 'pending', reason = NULL, finished_at = NULL, lease = $3, failures = 2,
         due_at = now() + interval '1 second'
       WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, id, lease],
    );
    expect(await app.operator.renewMail(workspaceId, id, randomUUID(), 0)).toBe(false);
    expect(await app.operator.renewMail(workspaceId, id, lease, 1)).toBe(true);
    const [row] = await asAdmin(
      app.database,
      `SELECT lease, failures, due_at > now() + interval '1 minute' AS "isLong" FROM inbound_emails
       WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, id],
    );
    expect(row).toEqual({ lease, failures: 1, isLong: true });
  });
});
