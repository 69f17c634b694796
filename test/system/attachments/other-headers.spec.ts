import { announce } from '../../support/data/attachments.js';
import { aWorkspace } from '../../support/data/builders.js';
import { RawConnection, requestHead } from '../../support/servers/raw-http.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const app = useDesk({});

// @proves E-16-3
it('announced bytes that are on their way arrive, although others come with wrong headers meanwhile', async () => {
  const { client, subdomain, scope } = await aWorkspace(app);
  const named = async () => {
    const [row] = await asAdmin<{ name: string }>(
      app.database,
      'SELECT storage_name AS name FROM attachments WHERE workspace_id = $1',
      [scope.workspaceId],
    );
    return row?.name;
  };
  const { headers, url } = await announce(client, 'hello');
  const announced = await named();
  const { pathname } = new URL(url);
  const put = async (sent: Readonly<Record<string, string>>) => {
    const connection = await RawConnection.to(app.url);
    const lines = Object.entries({ ...headers, 'Content-Length': '5', ...sent }).map((pair) =>
      pair.join(': '),
    );
    connection.send(`${requestHead(`PUT ${pathname} HTTP/1.1`, subdomain, ...lines)}hel`);
    return connection;
  };
  const right = await put({});
  await until(async () => (await named()) !== announced);
  const wrong = await put({ 'Content-Type': 'text/html' });
  expect(await wrong.reply()).toMatchObject({ status: 400 });
  right.send('lo');
  expect(await right.reply()).toMatchObject({ status: 204 });
  for (const connection of [right, wrong]) connection.close();
});
