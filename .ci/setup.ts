import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { argumentsOrUsage } from './arguments-or-usage.ts';
import { packages } from './system-packages.ts';
import { fetchTestElectron } from './test-electron/fetch-test-electron.ts';

/**
 * Installs everything the tests need beyond npm: on Debian and Ubuntu with apt as root; without root it prints the
 * command to run. On other systems it lists what is missing, and tests that need it are skipped. Then it fetches an
 * Electron for tests if the pinned one is not here. The app itself needs none of this.
 */
argumentsOrUsage('Usage: npm run setup', {});

function isDebian(): boolean {
  return (
    existsSync('/etc/os-release') &&
    /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'))
  );
}

function isInstalled(name: string): boolean {
  const answer = spawnSync('dpkg-query', ['-W', '-f', '${Status}', name], { encoding: 'utf8' });
  return answer.stdout?.includes('install ok installed') ?? false;
}

const quickToGiveUp = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20'];

/** True if apt installed them. */
function install(names: readonly string[]): boolean {
  const commands = [
    [...quickToGiveUp, 'update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...names],
  ];
  const results = commands.map((args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }),
  );
  return results.at(-1)?.status === 0;
}

const ready = 'Everything the tests need is installed.';
const canInstall = isDebian() && process.getuid?.() === 0;
const missing = packages
  .filter(({ find }) => find?.() === undefined)
  .filter(({ name, provides }) =>
    isDebian() ? !isInstalled(name) : provides !== '' && !existsSync(provides),
  );
const needed = missing.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
const optional = missing.filter(({ isOptional }) => isOptional).map(({ name }) => name);

if (needed.length === 0) {
  console.log(ready);
} else if (!isDebian()) {
  console.log(`Tests that need these are skipped unless your system has them: ${needed.join(', ')}`);
} else if (!canInstall) {
  console.log(`Please run: sudo apt-get update && sudo apt-get install -y ${needed.join(' ')}`);
  process.exit(1);
} else if (!install(needed)) process.exit(1);
if (optional.length > 0 && !(canInstall && install(optional))) {
  console.log(`Tests are quicker, or more, with ${optional.join(', ')}: not here.`);
}
const whyNot = await fetchTestElectron().catch((error: unknown) => String(error));
if (whyNot !== null) console.log(`Tests in Electron are skipped: ${whyNot}.`);
