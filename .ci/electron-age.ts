import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { argumentsOrUsage } from './arguments-or-usage.ts';

/**
 * Prints the age of the pinned Electron. `--max-age-days N` fails when it is older, for nightly and release runs.
 * `--update` asks the registry for the release date of the pinned version and stores it.
 */
const factFile = fileURLToPath(new URL('electron-release.json', import.meta.url));
const packageFile = fileURLToPath(new URL('../package.json', import.meta.url));

interface Release {
  readonly version: string;
  /** For example `2026-11-19`. */
  readonly releasedOn: string;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function askRegistry(version: string): Release {
  const answer = execFileSync('npm', ['view', 'electron', 'time', '--json'], { encoding: 'utf8' });
  const releasedAt = (JSON.parse(answer) as Record<string, string>)[version];
  if (releasedAt === undefined) throw new Error(`The registry does not know Electron ${version}.`);
  return { version, releasedOn: releasedAt.slice(0, 10) };
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}

const options = { 'max-age-days': { type: 'string' }, update: { type: 'boolean' } } as const;
const usage = 'Usage: npm run check:electron -- [--max-age-days N] [--update]';
const { values } = argumentsOrUsage(usage, { options });
const { devDependencies } = readJson(packageFile) as { devDependencies: Readonly<Record<string, string>> };
const pinned = devDependencies['electron'] ?? '';
if (values.update === true) writeFileSync(factFile, `${JSON.stringify(askRegistry(pinned), null, 2)}\n`);
const { version, releasedOn } = readJson(factFile) as Release;
if (version !== pinned) {
  stop(`Electron ${pinned} is pinned, but its age is not known: run npm run check:electron -- --update`);
}
const ageDays = Math.floor((Date.now() - Date.parse(releasedOn)) / 86_400_000);
console.log(`Electron ${version} was released on ${releasedOn}, ${String(ageDays)} days ago.`);
const maxAgeDays = Number(values['max-age-days'] ?? Infinity);
if (Number.isNaN(maxAgeDays)) stop('--max-age-days must be a number.');
if (ageDays > maxAgeDays) stop(`It may be ${String(maxAgeDays)} days old at most: pin a newer one.`);
