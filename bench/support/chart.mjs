const WIDTH = 860;
const LABELS = 170;
const NUMBERS = 110;
const BAR = 13;
const GROUP = 4 * BAR + 18;
const TOP = 84;
const SERIES = [
  ['limit', 'limit: node:http and pg, no key, no tenants', '#9aa5b1'],
  ['joined', 'the same with joined names', '#c9d1d9'],
  ['product', 'product: as shipped', '#1f6feb'],
  ['idiom', 'idiom: NestJS and TypeORM find with relations', '#d9a441'],
];

/** Requests per second of the four servers as an SVG chart. Each operation has its own scale, up to the limit's figure. */
export function chartOf({ operations, tickets, machine, date }) {
  const entries = Object.values(operations);
  const height = TOP + entries.length * GROUP + 12;
  const groups = entries.map((figures, index) => group(figures, TOP + index * GROUP));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img"`,
    `  font-family="system-ui, sans-serif" font-size="12">`,
    `<title>Requests per second of the limit, the product and the idiom</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    text(
      16,
      26,
      `Requests per second, ${tickets.toLocaleString('en')} tickets, 32 connections`,
      'font-size="16"',
    ),
    text(
      16,
      44,
      `${date}, ${machine.cores} cores, Node.js ${machine.node}, PostgreSQL ${machine.postgresql}, ${machine.load_generator}`,
      'fill="#57606a"',
    ),
    ...legend(),
    ...groups.flat(),
    '</svg>',
    '',
  ].join('\n');
}

function legend() {
  let x = 16;
  return SERIES.flatMap(([, label, colour]) => {
    const parts = [bar(x, 58, 12, 12, colour), text(x + 18, 68, label)];
    x += 40 + label.length * 6.1;
    return parts;
  });
}

function group(figures, y) {
  const most = Math.max(...SERIES.map(([name]) => figures[name].rps));
  const room = WIDTH - LABELS - NUMBERS;
  const bars = SERIES.flatMap(([name, , colour], index) => {
    const { rps } = figures[name];
    const width = Math.max(1, (rps / most) * room);
    const top = y + index * BAR;
    const shown = rps >= 100 ? Math.round(rps).toLocaleString('en') : rps.toFixed(rps >= 10 ? 0 : 1);
    return [bar(LABELS, top, width, BAR - 2, colour), text(LABELS + width + 6, top + 10, shown)];
  });
  return [text(16, y + 1.5 * BAR + 4, figures.title, 'font-weight="600"'), ...bars];
}

function bar(x, y, width, height, colour) {
  return `<rect x="${x}" y="${y}" width="${width.toFixed(1)}" height="${height}" rx="2" fill="${colour}"/>`;
}

function text(x, y, content, more = '') {
  const escaped = content.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return `<text x="${x.toFixed(1)}" y="${y}" ${more}>${escaped}</text>`;
}
