// The documents: links lead somewhere, and they have what the code says of settings and limits.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../support/servers/processes.js';

const pages = [
  ...readdirSync(PROJECT).filter((name) => name.endsWith('.md')),
  ...['packages/client/README.md', 'packages/client/CHANGELOG.md'],
  ...readdirSync(join(PROJECT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
];
const withoutCode = (text: string) => text.replace(/^ *```[^]*?^ *```/gm, '').replace(/`[^`\n]*`/g, '');
const textOf = (path: string) => readFileSync(join(PROJECT, path), 'utf8');

/** The anchors that GitHub makes of the headings of a page. */
function anchorsOf(path: string): string[] {
  const headings = [
    ...textOf(path)
      .replace(/^```[^]*?^```/gm, '')
      .matchAll(/^#+ (.*)$/gm),
  ];
  return headings.map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function leadsNowhere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : relative(PROJECT, join(PROJECT, dirname(page), path));
  if (!existsSync(join(PROJECT, file))) return true;
  return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor);
}

describe('the documents', () => {
  it.each(pages)('%s has only links that lead somewhere', (page) => {
    const links = [...withoutCode(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(
      ([, target = '']) => target,
    );
    const ours = links.filter((target) => !/^(https?|mailto):/.test(target));
    expect(ours.filter((target) => leadsNowhere(page, target))).toEqual([]);
  });

  it('name every page of docs/ in README.md or docs/decisions/README.md', () => {
    const index = textOf('README.md') + textOf('docs/decisions/README.md');
    const named = (page: string) =>
      index.includes(`](${page})`) || index.includes(`](${page.split('/').pop()})`);
    expect(pages.filter((page) => page.startsWith('docs/') && !named(page))).toEqual([]);
  });

  it('say of settings and limits what the code says', async () => {
    const check = promisify(execFile)(process.execPath, ['scripts/documents.mjs', '--check'], {
      cwd: PROJECT,
      // Newer versions of Node.js warn of what this one needs.
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
    });
    await expect(check).resolves.toMatchObject({ stderr: '' });
  });
});
