/** The targets of each operation: at least this share of the limit and of the joined limit, and this multiple of the idiom. */
export const TARGETS = {
  get_ticket: { vs_limit: 0.55, vs_idiom: 4 },
  list_first_page: { vs_limit: 0.6, vs_idiom: 3 },
  update_ticket: { vs_joined: 0.75, vs_idiom: 2 },
  list_fields: { vs_limit: 0.3, vs_idiom: 3 },
  create_customer: { vs_limit: 0.6 },
};

/** The table of all ratios for a terminal. */
export function tableOf({ operations, flat, latency_at_half_load: half, machine, tickets }) {
  const rows = Object.entries(operations).map(([name, figures]) => {
    const { title, limit, joined, idiom, product } = figures;
    const target = TARGETS[name];
    return [
      title,
      number(limit.rps),
      number(joined.rps),
      number(idiom.rps),
      number(product.rps),
      ratio(figures.vs_limit, target?.vs_limit),
      ratio(figures.vs_joined, target?.vs_joined),
      ratio(figures.vs_idiom, target?.vs_idiom),
      number(product.p50_ms),
      number(product.p99_ms),
    ];
  });
  const titles = [
    '',
    'limit/s',
    'joined/s',
    'idiom/s',
    'product/s',
    'of limit',
    'of joined',
    'x idiom',
    'p50 ms',
    'p99 ms',
  ];
  const lines = [
    `${tickets.toLocaleString('en')} tickets, ${machine.cores} cores, Node.js ${machine.node}, ` +
      `PostgreSQL ${machine.postgresql}, ${machine.load_generator}`,
    '',
    ...aligned([titles, ...rows]),
    '',
    ...Object.entries(flat).map(([name, { title, cost }]) => `${title}: cost x ${cost.toFixed(2)} (${name})`),
    '',
    ...Object.entries(half).map(
      ([name, { rate, p50_ms: p50, p99_ms: p99, p99_vs_p50: times, limit }]) =>
        `${name} at half load (${rate}/s): p50 ${p50} ms, p99 ${p99} ms, ${times} times; limit ${limit.p99_vs_p50} times`,
    ),
    '',
    '"*" marks what misses its target.',
  ];
  return lines.join('\n');
}

function ratio(value, target) {
  return `${value.toFixed(2)}${target !== undefined && value < target ? '*' : ' '}`;
}

export function number(value) {
  return value >= 100 ? Math.round(value).toString() : value.toFixed(value >= 10 ? 1 : 2);
}

/** A table: the first column to the left, all others to the right. */
export function aligned(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join('  ')
      .trimEnd(),
  );
}
