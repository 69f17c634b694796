/** The start tags of an HTML text with their attributes, as a browser reads them. */
const startTags = (html: string) =>
  [...html.matchAll(/<([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi)].map(
    ([, name = '', attributes = '']) => ({
      name: name.toLowerCase(),
      attributes: [...attributes.matchAll(/([^\s"'=/]+)\s*=\s*"([^"]*)"/g)].map(
        ([, key = '', value = '']) => ({
          key: key.toLowerCase(),
          value,
        }),
      ),
    }),
  );

const HARMLESS = new Set(
  'href name title src alt width height colspan rowspan scope start datetime dir lang'.split(' '),
);
const FORBIDDEN = new Set(
  (
    'script style iframe frame frameset object embed applet link meta base svg math form input button select option ' +
    'textarea template noscript noembed noframes xmp plaintext title body html head video audio source marquee isindex'
  ).split(' '),
);

/** What in a cleaned text could still run a script, load something or show a frame. */
export const dangersIn = (html: string): string[] => [
  ...startTags(html).flatMap(({ name, attributes }) => [
    ...(FORBIDDEN.has(name) ? [name] : []),
    ...attributes.filter(({ key }) => !HARMLESS.has(key)).map(({ key }) => key),
    ...attributes
      .filter(({ key, value }) => ['href', 'src'].includes(key) && !isHarmlessAddress(value))
      .map(({ value }) => value),
  ]),
  ...(/<[!?]/.exec(html) ?? []),
];

const isHarmlessAddress = (address: string): boolean => {
  if (!URL.canParse(address, 'https://here.example')) return true;
  const url = new URL(address, 'https://here.example');
  // Browsers ignore control characters and blanks before an address.
  const isOtherHost =
    !/^[\0- ]*https?:/i.test(address) && /^https?:$/.test(url.protocol) && url.host !== 'here.example';
  return ['http:', 'https:', 'mailto:', 'tel:', 'cid:'].includes(url.protocol) && !isOtherHost;
};
