import { existsSync } from 'node:fs';
import { basename, delimiter, isAbsolute, join } from 'node:path';
import { packages } from '../../.ci/system-packages.ts';

interface MissingProgram {
  readonly program: string;
  /** Name of the package on Debian and Ubuntu. */
  readonly packageName: string;
}

function isInstalled(program: string): boolean {
  if (isAbsolute(program)) return existsSync(program);
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** Returns the programs that are not installed. */
export function missingPrograms(programs: readonly string[]): MissingProgram[] {
  return programs
    .filter((program) => !isInstalled(program))
    .map((program) => {
      const found = packages.find(({ provides }) => basename(provides) === basename(program));
      return { program, packageName: found?.name ?? program };
    });
}
