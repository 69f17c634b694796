// The files that start the service with a read-only file system: each gives all processes one place for files, which they may write.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { PROJECT } from '../../support/servers/processes.js';

interface ComposeService {
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
}
interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}
interface Pod {
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly volumes?: readonly { readonly name: string; readonly persistentVolumeClaim?: { readonly claimName: string } }[]; // prettier-ignore
  readonly containers: readonly {
    readonly env: readonly { readonly name: string; readonly value: string }[];
    readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[]; // prettier-ignore
  }[];
}
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly accessModes?: readonly string[]; readonly template?: { readonly spec: Pod } };
  readonly stringData?: Readonly<Record<string, string>>;
}

const textOf = (path: string) => readFileSync(join(PROJECT, path), 'utf8');
const COMPOSE = 'docker/compose.yml';
const { services, volumes } = parse(textOf(COMPOSE), { merge: true }) as Compose;
/** The processes of the service. The migration has a command. */
const desks = Object.values(services).filter(({ read_only, command }) => read_only === true && !command);
const manifests = readdirSync(join(PROJECT, 'docker/kubernetes')).flatMap((name) =>
  parseAllDocuments(textOf(`docker/kubernetes/${name}`)).map((document) => document.toJS() as Manifest),
);
/** The values of a unit of systemd. */
const unitIn = (text: string) =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

const install = textOf('docs/install.md');
const [, attachmentsDir = ''] = /^ATTACHMENTS_DIR=(\S+)$/m.exec(install) ?? [];
const [, folder = ''] = /^export DESK=\$\{DESK:-(\S+)\}$/m.exec(install) ?? [];
const [, user = '', group = ''] = /setpriv --reuid=(\d+) --regid=(\d+) /.exec(install) ?? [];

describe('a place for files, in which all processes may write', () => {
  it('is a volume of docker/compose.yml, which the user of the image owns', () => {
    expect(desks).toHaveLength(2);
    const [owner = '', { entrypoint = [], volumes: owned = [] } = {}] =
      Object.entries(services).find(([, { entrypoint: words }]) => words?.[0] === 'chown') ?? [];
    const [, numbers = ''] = /^USER (\S+)$/m.exec(textOf('docker/Dockerfile')) ?? [];
    for (const desk of desks) {
      const place = desk.environment?.['ATTACHMENTS_DIR'] ?? 'none';
      const [mount = ''] = (desk.volumes ?? []).filter((each) => each.endsWith(`:${place}`));
      expect(Object.keys(volumes)).toContain(mount.split(':')[0]);
      expect(desk.depends_on?.[owner]?.condition).toBe('service_completed_successfully');
      expect([entrypoint, owned]).toEqual([['chown', numbers, place], [mount]]);
    }
  });

  it('is a claim for Kubernetes that many pods may write, of the group of the pods', () => {
    const pods = manifests.flatMap(({ kind, spec }) => (kind === 'Deployment' ? [spec.template?.spec] : []));
    expect(pods).toHaveLength(1);
    for (const pod of pods) {
      const [container] = pod?.containers ?? [];
      const place = container?.env.find(({ name }) => name === 'ATTACHMENTS_DIR')?.value;
      const mount = container?.volumeMounts?.find(({ mountPath }) => mountPath === place);
      const volume = pod?.volumes?.find(({ name }) => name === mount?.name);
      const claim = manifests.find(
        ({ kind, metadata }) =>
          kind === 'PersistentVolumeClaim' && metadata.name === volume?.persistentVolumeClaim?.claimName,
      );
      expect([mount?.readOnly, claim?.spec.accessModes]).toEqual([undefined, ['ReadWriteMany']]);
      expect(pod?.securityContext['fsGroup']).toBe(pod?.securityContext['runAsGroup']);
    }
  });

  it('is the folder of docs/install.md for units of systemd, with its owner as their user', () => {
    const place = attachmentsDir.replace('$DESK', folder);
    expect([place, user, group]).toEqual(['/srv/desk/attachments', '65534', '65534']);
    const service = unitIn(textOf('docs/systemd/support-desk@.service'));
    expect(service).toMatchObject({ User: user, Group: group });
    if (service['ProtectSystem'] === 'strict') expect(service).toMatchObject({ ReadWritePaths: `-${place}` });
    const units = [...textOf('docs/mail.md').matchAll(/^```ini\n(.*?)^```/gms)];
    expect(units).toHaveLength(1);
    for (const [, unit = ''] of units) expect(unitIn(unit)).toMatchObject({ User: user, Group: group });
  });
});

it('The secrets of webhooks have a key in docker/compose.yml and for Kubernetes, and the Compose file asks for nothing that its example lacks', () => {
  for (const { environment } of desks) expect(environment).toHaveProperty('SECRETS_KEY');
  const [secret] = manifests.filter(({ metadata }) => metadata.name === 'support-desk');
  expect([secret?.kind, secret?.stringData]).toEqual([
    'Secret',
    expect.objectContaining({ SECRETS_KEY: expect.any(String) as string }),
  ]);
  const asked = [...textOf(COMPOSE).matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  for (const name of asked) expect(textOf('docker/.env.example')).toMatch(new RegExp(`^${name}=`, 'm'));
});
