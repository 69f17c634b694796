/** The least that an operation has to reach, as a share of the limit and as a multiple of the idiom. */
export const TARGETS = {
  get_ticket: { vs_limit: 0.45, vs_idiom: 4 },
  list_first_page: { vs_limit: 0.75, vs_idiom: 3 },
  update_ticket: { vs_limit: 0.5, vs_idiom: 2 },
  list_fields: { vs_limit: 0.3, vs_idiom: 3 },
};

/** The ratios of all operations, for a terminal. */
export function tableOf({ operations, flat, latency_at_half_load: half, machine, tickets }) {
  const rows = Object.entries(operations).map(([name, figures]) => {
    const { title, limit, idiom, product } = figures;
    const target = TARGETS[name];
    return [
      title,
      number(limit.rps),
      number(idiom.rps),
      number(product.rps),
      ratio(figures.vs_limit, target?.vs_limit),
      ratio(figures.vs_idiom, target?.vs_idiom),
      number(product.p50_ms),
      number(product.p99_ms),
    ];
  });
  const titles = ['', 'limit/s', 'idiom/s', 'product/s', 'of limit', 'x idiom', 'p50 ms', 'p99 ms'];
  const lines = [
    `${tickets.toLocaleString('en')} tickets, ${machine.cores} cores, Node.js ${machine.node}, ` +
      `PostgreSQL ${machine.postgresql}, ${machine.load_generator}`,
    '',
    ...aligned([titles, ...rows]),
    '',
    ...Object.entries(flat).map(([name, { title, cost }]) => `${title}: cost x ${cost.toFixed(2)} (${name})`),
    '',
    ...Object.entries(half).map(
      ([name, { rate, p50_ms: p50, p99_ms: p99, p99_vs_p50: times }]) =>
        `${name} at half load (${rate}/s): p50 ${p50} ms, p99 ${p99} ms, ${times} times`,
    ),
    '',
    '"*" marks what misses its target.',
  ];
  return lines.join('\n');
}

function ratio(value, target) {
  return `${value.toFixed(2)}${target !== undefined && value < target ? '*' : ' '}`;
}

function number(value) {
  return value >= 100 ? Math.round(value).toString() : value.toFixed(value >= 10 ? 1 : 2);
}

function aligned(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join('  ')
      .trimEnd(),
  );
}
