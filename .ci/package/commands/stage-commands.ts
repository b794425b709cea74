import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { foldersOf } from '../../lock-file.ts';
import { copyPackage } from '../copy-package.ts';
import { type PackageFacts, readMainPackages } from '../package-facts.ts';

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

/** Returns a shell script with the function that tells commands from words for the app. */
export function withIsCommand(script: string): string {
  return script.replace('IS_COMMAND', read('is-command.sh').trimEnd());
}

/** Returns the program of a package that carries out commands and starts the app, on Linux and macOS. */
export function commandScript({
  platform,
  productName,
  programName,
}: Pick<PackageFacts, 'platform' | 'productName' | 'programName'>): string {
  const program = platform === 'darwin' ? `MacOS/${productName}` : programName;
  return withIsCommand(read('dailies.sh')).replace('APP_PROGRAM', program);
}

/**
 * Adds the commands to a package from their build: `commands/` with what they load, and `bin/` with the program that
 * runs them in the Node of the local service, else in one on the path.
 * @param resources the folder beside the app's archive.
 */
export function stageCommands(resources: string, facts: PackageFacts): void {
  const { programName, version, platform } = facts;
  const folder = join(resources, 'commands');
  cpSync(join('out', 'commands'), folder, { recursive: true });
  const editors = join('out', 'editors');
  // A build for tests has no part for editors.
  if (existsSync(editors)) cpSync(editors, join(folder, basename(editors)), { recursive: true });
  copyNativePackages(folder);
  const manifest = { name: `${programName}-commands`, version, private: true, type: 'module' };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const bin = join(resources, 'bin');
  mkdirSync(bin);
  if (platform === 'win32') {
    writeFileSync(join(bin, `${programName}.cmd`), read('dailies.cmd').replaceAll('\n', '\r\n'));
    return;
  }
  writeFileSync(join(bin, programName), commandScript(facts), { mode: 0o755 });
}

/** Copies the packages with native modules that the main process and commands load, with their dependencies. */
export function copyNativePackages(folder: string): void {
  for (const path of foldersOf(Object.keys(readMainPackages().outside))) {
    if (existsSync(path)) copyPackage(path, join(folder, path));
  }
}
