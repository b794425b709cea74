import type { BenchRow } from './bench-row.ts';

/**
 * `npm run bench -- NAME [--json]`: measures one thing beside its peers and prints the ratios. With `--json` the
 * last line is `{"rows":[…]}`.
 */
const benches: Readonly<Record<string, () => Promise<readonly BenchRow[]>>> = {
  handoff: async () => (await import('./handoff.ts')).benchHandoff(),
  polling: async () => (await import('./polling.ts')).benchPolling(),
  render: async () => (await import('./render.ts')).benchRender(),
  scroll: async () => (await import('./scroll.ts')).benchScroll(),
  service: async () => (await import('./service.ts')).benchService(),
  transfers: async () => (await import('./transfers.ts')).benchTransfers(),
  unpack: async () => (await import('./unpack.ts')).benchUnpack(),
};

const [name] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const bench = name === undefined ? undefined : benches[name];
if (!bench) {
  console.error(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')} [--json]`);
  process.exit(2);
}
const rows = await bench();
for (const row of rows) {
  const verdict =
    row.goal === undefined
      ? ''
      : row.value <= row.goal
        ? `  goal ${String(row.goal)} met`
        : `  goal ${String(row.goal)} MISSED`;
  console.log(
    `${row.name.padEnd(46)} ${row.value.toFixed(3).padStart(10)} ${row.unit.padEnd(10)} to ${row.peer}${verdict}`,
  );
}
if (process.argv.includes('--json')) console.log(JSON.stringify({ rows }));
