import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { accentsOf, checkColour, type Accent, type Picture } from '../settings/look.rules.js';

/** The folder of templates, style sheet and script. It is beside `src`, because the compiler copies nothing. */
export const PAGES_FOLDER = fileURLToPath(new URL('../../../assets/web-forms', import.meta.url));

/** A file that pages load. Its name changes with its content, so browsers may keep it. */
interface PageAsset extends Picture {
  readonly name: string;
}

const CSS = 'text/css; charset=utf-8';
export const STYLE = fileOf('form', 'css', CSS);
export const SCRIPT = fileOf('form', 'js', 'text/javascript; charset=utf-8');
export const ICON = fileOf('icon', 'svg', 'image/svg+xml');

/** Finds the file with this name; undefined when there is none, as for the name of an earlier release. */
export function assetNamed(name: string): PageAsset | undefined {
  return [STYLE, SCRIPT, ICON, ...coloursIn(name)].find((asset) => asset.name === name);
}

/** Makes the style sheet of a workspace's colour, which pages load after that of all pages. */
export function styleOf(colour: string): PageAsset {
  const { light, dark } = accentsOf(colour);
  const text = `${ruleOf(light)}\n@media (prefers-color-scheme: dark) {\n${ruleOf(dark)}\n}\n`;
  return assetOf(`colour-${light.plain.slice(1)}`, 'css', CSS, Buffer.from(text));
}

function ruleOf({ plain, strong }: Accent): string {
  return `:root { --accent: ${plain}; --accent-strong: ${strong}; }`;
}

function coloursIn(name: string): PageAsset[] {
  const [, digits = ''] = /^colour-([0-9a-f]{6})\./.exec(name) ?? [];
  return checkColour(`#${digits}`) === null ? [styleOf(`#${digits}`)] : [];
}

function fileOf(name: string, ending: string, contentType: string): PageAsset {
  return assetOf(name, ending, contentType, readFileSync(`${PAGES_FOLDER}/${name}.${ending}`));
}

function assetOf(name: string, ending: string, contentType: string, bytes: Buffer): PageAsset {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { name: `${name}.${digest}.${ending}`, contentType, bytes };
}
