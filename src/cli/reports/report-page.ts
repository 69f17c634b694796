import { escapeHtml } from '../../kernel/text.js';
import { figureRows, FIGURE_TITLES, statusRows, STATUS_TITLES, type WholeReport } from './report-lines.js';

const STYLE = [
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}',
  'svg{width:100%;height:auto}table{border-collapse:collapse;width:100%;margin:1rem 0 2rem}',
  'th,td{padding:.3rem .6rem;border-bottom:1px solid #ddd;text-align:right}th:first-child,td:first-child{text-align:left}',
  '.new{fill:#1f5fae}.closed{fill:#9bbbe0}.key{display:inline-block;width:.8em;height:.8em;margin:0 .3em 0 1em}',
];

/** The chart has this size, in units of its own. */
const [WIDTH, HEIGHT, HEAD, FOOT] = [960, 240, 20, 24];

/** Makes the lines of a page with a chart and tables. It needs no network and no script. */
export function pageOf(subdomain: string, report: WholeReport): string[] {
  const { dates } = report.time_series;
  const title = escapeHtml(`${subdomain}: ${dates[0] ?? ''} to ${dates.at(-1) ?? ''}`);
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`,
    '<style>',
    ...STYLE,
    '</style></head><body>',
    `<h1>${title}</h1>`,
    '<p>Tickets:<span class="key" style="background:#1f5fae"></span>new<span class="key" style="background:#9bbbe0"></span>closed</p>',
    ...chartOf(report.time_series),
    ...tableOf(STATUS_TITLES, statusRows(report.tickets)),
    ...tableOf(['MEMBER', ...FIGURE_TITLES], figureRows(report.agents.members)),
    ...tableOf(['GROUP', ...FIGURE_TITLES], figureRows(report.groups.teams)),
    '</body></html>',
  ];
}

/** Draws a bar for each value, those of one date beside each other. */
function chartOf({ dates, data }: WholeReport['time_series']): string[] {
  const most = Math.max(1, ...data.flatMap(({ values }) => values));
  const step = WIDTH / Math.max(1, dates.length);
  const width = (step * 0.8) / data.length;
  const bars = data.flatMap(({ name, values }, place) =>
    values.map((value, index) => {
      const height = (value / most) * HEIGHT;
      const label = escapeHtml(`${dates[index] ?? ''}: ${value} ${name}`);
      const at = `x="${units(index * step + place * width)}" y="${units(HEAD + HEIGHT - height)}"`;
      const size = `width="${units(width)}" height="${units(height)}"`;
      return `<rect class="${name}" ${at} ${size}><title>${label}</title></rect>`;
    }),
  );
  const text = (x: number, y: number, anchor: string, words = ''): string =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="14">${escapeHtml(words)}</text>`;
  const [top, bottom] = [HEAD, HEAD + HEIGHT];
  return [
    `<svg viewBox="0 0 ${WIDTH} ${bottom + FOOT}" role="img" aria-label="New and closed tickets by date">`,
    `<path d="M0 ${top}H${WIDTH}M0 ${bottom}H${WIDTH}" stroke="#ddd"/>`,
    text(0, top - 6, 'start', String(most)),
    ...bars,
    text(0, bottom + FOOT - 6, 'start', dates[0]),
    text(WIDTH, bottom + FOOT - 6, 'end', dates.at(-1)),
    '</svg>',
  ];
}

const units = (number: number): string => String(Math.round(number * 100) / 100);

function tableOf(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const row = (cells: readonly string[], cell: 'th' | 'td'): string =>
    `<tr>${cells.map((text) => `<${cell}>${escapeHtml(text)}</${cell}>`).join('')}</tr>`;
  return ['<table>', row(titles, 'th'), ...rows.map((cells) => row(cells, 'td')), '</table>'];
}
