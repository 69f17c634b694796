// What package-lock.json says of the packages that production installs.

/**
 * Makes the lock of the published package: the packages that its dependencies lead to, each at the version that the tests ran with. A package
 * that only optional ones need is optional.
 */
export function productionLock(lock, manifest) {
  const { all, needed } = reachable(lock.packages);
  const entries = [...all]
    .sort()
    .map((path) => [
      path,
      withOverrides(entryOf(lock.packages[path], needed.has(path)), manifest.overrides, lock),
    ]);
  return {
    name: manifest.name,
    version: manifest.version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': rootOf(manifest), ...Object.fromEntries(entries) },
  };
}

/** The versions of the packages that production needs, and of those that it uses where they can be installed. Those with a place inside of another are left out. */
export function hoistedVersions(lock) {
  const { all, needed } = reachable(lock.packages);
  const versions = (isWanted) =>
    Object.fromEntries(
      [...all]
        .filter((path) => path.split('node_modules/').length === 2 && isWanted(path))
        .sort()
        .map((path) => [path.replace('node_modules/', ''), lock.packages[path].version]),
    );
  return { needed: versions((path) => needed.has(path)), optional: versions((path) => !needed.has(path)) };
}

/** The names of the packages that need one of the named ones, and of those that need these. */
export function dependentsOf(lock, names) {
  const { all } = reachable(lock.packages);
  const found = new Set(names);
  const needsFound = (path) => neededBy(lock.packages[path], false).some((name) => found.has(name));
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const path of all) if (needsFound(path)) found.add(nameAt(path));
  }
  return [...found].filter((name) => !names.includes(name)).sort();
}

const nameAt = (path) => path.replace(/^.*node_modules\//, '');

function rootOf({
  name,
  version,
  license,
  bundleDependencies,
  bin,
  engines,
  dependencies,
  optionalDependencies,
}) {
  return { name, version, license, bundleDependencies, dependencies, bin, engines, optionalDependencies };
}

/** Lets a package ask for what an override gives it. npm obeys no override for what is in a bundle. */
function withOverrides(entry, overrides, { packages }) {
  const changed = Object.keys(entry.dependencies ?? {}).filter((name) => typeof overrides[name] === 'string');
  if (changed.length === 0) return entry;
  const wanted = changed.map((name) => [name, packages[`node_modules/${name}`].version]);
  return { ...entry, dependencies: { ...entry.dependencies, ...Object.fromEntries(wanted) } };
}

function entryOf({ dev: _, devOptional, peer: _peer, optional: _optional, ...entry }, isNeeded) {
  return isNeeded ? entry : { ...entry, optional: true };
}

function reachable(packages) {
  const { dependencies, optionalDependencies } = packages[''];
  const needed = closure(packages, Object.keys(dependencies), { withOptional: false });
  const all = closure(packages, Object.keys({ ...dependencies, ...optionalDependencies }), {
    withOptional: true,
  });
  return { all, needed };
}

/** The paths of all packages that the named ones of the root lead to. */
function closure(packages, names, { withOptional }) {
  const found = new Set();
  const open = names.map((name) => pathOf(packages, '', name));
  for (let path = open.pop(); path !== undefined || open.length > 0; path = open.pop()) {
    if (path === undefined || found.has(path)) continue;
    found.add(path);
    open.push(...neededBy(packages[path], withOptional).map((name) => pathOf(packages, path, name)));
  }
  return found;
}

function neededBy(entry, withOptional) {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = entry;
  const { peerDependenciesMeta = {} } = entry;
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys(dependencies), ...(withOptional ? Object.keys(optionalDependencies) : []), ...peers];
}

/** Where Node.js finds a package that the one at `from` imports; undefined when the lock has none. */
function pathOf(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (path in packages) return path;
    if (at === '') return undefined;
  }
}
