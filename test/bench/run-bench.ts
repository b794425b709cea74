import { argumentsOrUsage } from '../../.ci/arguments-or-usage.ts';
import { findChromium } from '../ui/support/find-chromium.ts';
import type { BenchRow } from './bench-row.ts';
import { missingPrograms } from './missing-programs.ts';

/**
 * `npm run bench -- NAME [--json]`: measures one subject beside its peers and prints the ratios. With `--json` the last
 * line is `{"rows":[…]}`.
 */
interface Bench {
  /** Programs of the system that the benchmark runs, most of them as peers: names on the path, or whole paths. */
  readonly programs: readonly string[];
  readonly run: () => Promise<readonly BenchRow[]>;
}

const benches: Readonly<Record<string, Bench>> = {
  delivery: {
    programs: ['ffmpeg', 'curl', 'bsdtar'],
    run: async () => (await import('./delivery.ts')).benchDelivery(),
  },
  'first-frame': {
    programs: [findChromium(process.env) ?? 'chromium'],
    run: async () => (await import('./first-frame.ts')).benchFirstFrame(),
  },
  memory: { programs: [], run: async () => (await import('./memory.ts')).benchMemory() },
  polling: { programs: [], run: async () => (await import('./polling.ts')).benchPolling() },
  progress: {
    programs: [findChromium(process.env) ?? 'chromium'],
    run: async () => (await import('./progress.ts')).benchProgress(),
  },
  render: { programs: ['ffmpeg'], run: async () => (await import('./render.ts')).benchRender() },
  returns: { programs: [], run: async () => (await import('./returns.ts')).benchReturns() },
  service: { programs: [], run: async () => (await import('./service.ts')).benchService() },
  transfers: {
    programs: ['/usr/sbin/nginx', 'curl', 'bsdtar'],
    run: async () => (await import('./transfers.ts')).benchTransfers(),
  },
  ui: {
    programs: [findChromium(process.env) ?? 'chromium'],
    run: async () => (await import('./ui.ts')).benchUi(),
  },
  unpack: { programs: ['bsdtar', '7z'], run: async () => (await import('./unpack.ts')).benchUnpack() },
};

const usage = `Usage: npm run bench -- ${Object.keys(benches).join(' | ')} [--json]`;
const { values, positionals } = argumentsOrUsage(usage, {
  allowPositionals: true,
  options: { json: { type: 'boolean' } },
});
const [name = '', ...more] = positionals;
const bench = more.length === 0 && Object.hasOwn(benches, name) ? benches[name] : undefined;
if (!bench) {
  console.error(usage);
  process.exit(2);
}
const missing = missingPrograms(bench.programs);
if (missing.length > 0) {
  for (const { program, packageName } of missing) {
    console.error(
      `The benchmark needs ${program}, which is not installed: it is in the package ${packageName}.`,
    );
  }
  console.error('"npm run setup" installs what tests and benchmarks need.');
  process.exit(2);
}
const rows = await bench.run();
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
if (values.json === true) console.log(JSON.stringify({ rows }));
