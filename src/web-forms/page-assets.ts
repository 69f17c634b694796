import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the templates, the style sheet and the script of the pages are: beside `src`, because the compiler copies nothing. */
export const PAGES_FOLDER = fileURLToPath(new URL('../../assets/web-forms', import.meta.url));

/** A file that pages load. Its name changes with its content, so browsers may keep it for ever. */
export interface PageAsset {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

export const STYLE = assetOf('form', 'css', 'text/css; charset=utf-8');
export const SCRIPT = assetOf('form', 'js', 'text/javascript; charset=utf-8');

/** The file with this name; undefined when there is none, as for the name of an earlier release. */
export function assetNamed(name: string): PageAsset | undefined {
  return [STYLE, SCRIPT].find((asset) => asset.name === name);
}

function assetOf(name: string, ending: string, contentType: string): PageAsset {
  const bytes = readFileSync(`${PAGES_FOLDER}/${name}.${ending}`);
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { name: `${name}.${digest}.${ending}`, contentType, bytes };
}
