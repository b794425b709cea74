import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hiddenWord } from '../../../src-main/hosts/electron/desktop/login-item.ts';
import { withIsCommand } from '../commands/stage-commands.ts';

/** Creates the folder of a version for one user, with room for further versions beside it; see `VersionedFolder`. */
export function layVersion(root: string, appFolder: string, programName: string, version: string): void {
  mkdirSync(join(root, 'versions'), { recursive: true });
  execFileSync('cp', ['--archive', '--link', appFolder, join(root, 'versions', version)]);
  symlinkSync(join('versions', version), join(root, 'current'));
  const launcher = readFileSync(join(import.meta.dirname, 'launcher.sh'), 'utf8');
  writeFileSync(
    join(root, programName),
    withIsCommand(launcher).replace('PROGRAM_NAME', programName).replace('HIDDEN_WORD', hiddenWord),
    { mode: 0o755 },
  );
}

/** @param level of compression; 19 for files that are passed on. */
export function packTarZst(folder: string, path: string, level = 19): void {
  const compress = `--use-compress-program=zstd -${String(level)} -T0 --quiet`;
  const owner = ['--owner=0', '--group=0', '--numeric-owner'];
  const what = [`--directory=${dirname(folder)}`, basename(folder)];
  execFileSync('tar', ['--create', '--sort=name', ...owner, `--file=${path}`, compress, ...what]);
}
