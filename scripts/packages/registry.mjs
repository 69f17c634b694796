// A registry that has the packages of this folder and leads everything else to the registry of npm's configuration: tests install from
// it what nobody has published yet.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** @param packages what `npm pack` says of each tarball, with its `path` and `manifest`. @returns its address, and how to end it */
export async function startRegistry(packages) {
  const real = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' })
    .trim()
    .replace(/\/$/, '');
  const server = createServer(({ url }, response) => {
    const path = decodeURIComponent(url);
    const asked = packages.find(({ name }) => path === `/${name}`);
    const tarball = packages.find(({ filename }) => path === `/-/${filename}`);
    if (tarball) response.end(readFileSync(tarball.path));
    else if (asked)
      response.end(JSON.stringify(documentOf(asked, `http://127.0.0.1:${server.address().port}`)));
    else response.writeHead(302, { Location: `${real}${url}` }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

/** What a registry says of a package with one version. */
function documentOf({ name, version, manifest, filename, integrity }, url) {
  const dist = { tarball: `${url}/-/${filename}`, integrity };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
}
