import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { parse } from 'yaml';
import { aWorkspace } from '../support/data/builders.js';
import { FURNISHED } from '../support/data/manifests/manifests.js';
import { randomManifests } from '../support/scenario/random-manifests.js';
import { Desk } from '../support/servers/desk.js';
import { useDesk } from '../support/test-app.js';
import { size } from '../support/sizes.js';

const app = useDesk();
const MANIFESTS = size({ here: 3, long: 20 });

const newSubdomain = () => `w${randomBytes(6).toString('hex')}`;

const applied = async (subdomain: string, manifest: object) =>
  (await app.operator.apply(JSON.stringify(named(subdomain, manifest)))).changes;

const named = (subdomain: string, manifest: object): object => {
  const { workspace } = manifest as { workspace: object };
  return { ...manifest, workspace: { ...workspace, subdomain } };
};

/** Expects that the manifest of a workspace changes nothing there, and makes the same workspace elsewhere. */
async function expectFaithful(subdomain: string): Promise<void> {
  const manifest = await app.operator.exportManifest(subdomain);
  expect(await applied(subdomain, manifest)).toEqual([]);
  const copy = newSubdomain();
  expect(await applied(copy, manifest)).not.toEqual([]);
  expect(await app.operator.exportManifest(copy)).toEqual(named(copy, manifest));
}

describe('the manifest of a workspace', () => {
  // @proves E-25-6
  it.each(['acme', 'globex'])('changes nothing in the example %s, and copies it', async (name) => {
    const subdomain = newSubdomain();
    await applied(subdomain, parse(await readFile(`examples/${name}.workspace.yaml`, 'utf8')) as object);
    await expectFaithful(subdomain);
  });

  // @proves E-25-6
  it(`changes nothing in ${MANIFESTS} random workspaces, and copies them`, async () => {
    const property = fc.asyncProperty(randomManifests, async (manifest) => {
      const subdomain = newSubdomain();
      await applied(subdomain, manifest);
      await expectFaithful(subdomain);
    });
    await fc.assert(property, { numRuns: MANIFESTS });
  });

  it('has what clients have changed, without secrets, customers and removed members', async () => {
    const { subdomain, client } = await aWorkspace(app, FURNISHED);
    await client.post('/team-members', { emails: ['new@acme.example', 'gone@acme.example'] });
    await client.post('/webhooks', {
      url: 'https://receiver.example/',
      types: ['ticket.created'],
    });
    await client.post('/tickets', {
      email: 'jane@customer.example',
      subject: 'A',
      description: 'B',
    });
    await client
      .delete('/api/external/v2/team_members', { emails: ['gone@acme.example'] })
      .set('Accept', 'application/json');
    const manifest = await app.operator.exportManifest(subdomain);
    expect(manifest['team_members']).toEqual([
      expect.objectContaining({ email: 'oliver@acme.example' }),
      expect.objectContaining({ email: 'new@acme.example', first_name: '' }),
    ]);
    expect(manifest['webhooks']).toEqual([
      {
        url: 'https://receiver.example/',
        types: ['ticket.created'],
        include_notes: false,
        include_silent: false,
        state: 'active',
      },
    ]);
    expect(JSON.stringify(manifest)).not.toMatch(/whsec_|jane@customer|gone@/);
    await expectFaithful(subdomain);
  });

  it('is printed as YAML or JSON, and desk applies both', async () => {
    const { subdomain } = await aWorkspace(app, FURNISHED);
    const desk = Desk.on(app.database);
    const show = ['workspace', 'show', subdomain, '--manifest'];
    const text = await desk.output(show);
    const manifest = await app.operator.exportManifest(subdomain);
    expect(parse(text)).toEqual(manifest);
    expect(await desk.json([...show, '--json'])).toEqual(manifest);
    expect((await app.operator.apply(text)).changes).toEqual([]);
    const unknown = await desk.run(['workspace', 'show', 'nowhere', '--manifest']);
    expect(unknown).toMatchObject({ status: 1, stdout: '' });
  });

  it('means the same as YAML when its texts have tabs and characters that turn the direction', async () => {
    const turned = 'Sales\u202egpj.exe\u2066';
    const { subdomain } = await aWorkspace(
      app,
      { statuses: [{ name: 'waiting\u200f' }], groups: [{ name: turned }] },
      { name: turned, mail_footer: `one\n\ttwo: "three"\n${'long words '.repeat(20)}\t${turned}` },
    );
    const text = await Desk.on(app.database).output(['workspace', 'show', subdomain, '--manifest']);
    expect(text).not.toMatch(/[\t\p{Bidi_Control}]/u);
    const manifest = await app.operator.exportManifest(subdomain);
    expect(parse(text)).toEqual(manifest);
    expect(manifest['workspace']).toMatchObject({ name: turned });
    expect((await app.operator.apply(text)).changes).toEqual([]);
  });
});
