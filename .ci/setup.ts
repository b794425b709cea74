import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { packages } from './system-packages.ts';

/**
 * Installs what the tests need beyond npm: on Debian and Ubuntu as root with apt, elsewhere it prints the one line
 * to run. The app itself needs none of it.
 */
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

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) process.exit(status ?? 1);
}

if (isDebian()) {
  const missing = packages.map(({ name }) => name).filter((name) => !isInstalled(name));
  if (missing.length === 0) {
    console.log('Everything the tests need is installed.');
  } else if (process.getuid?.() === 0) {
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing]);
  } else {
    console.log(`Please run: sudo apt-get update && sudo apt-get install -y ${missing.join(' ')}`);
    process.exit(1);
  }
} else {
  const missing = packages.filter(({ provides }) => provides !== '' && !existsSync(provides));
  console.log(
    missing.length === 0
      ? 'Everything the tests need is installed.'
      : `Tests that need these are skipped unless your system has them: ${missing.map(({ name }) => name).join(', ')}`,
  );
}
