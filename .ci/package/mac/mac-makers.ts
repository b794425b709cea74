import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { lacksProgram, type Maker } from '../maker.ts';

const run = (program: string, args: readonly string[]): void => {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
};

/** A disk image from which the user drags the app, made by the system's own program. */
const dmg: Maker = {
  format: 'dmg',
  lacks: () => lacksProgram('hdiutil', ['help']),
  make: async ({ facts, appFolder, workFolder }, path) => {
    const app = `${facts.productName}.app`;
    const content = join(workFolder, 'image');
    mkdirSync(content);
    cpSync(join(appFolder, app), join(content, app), { recursive: true, verbatimSymlinks: true });
    // The packager changed what Electron’s makers had signed, and Apple’s processors start nothing unsigned.
    if (!process.env['DAILIES_MAC_IDENTITY'])
      run('codesign', ['--force', '--deep', '--sign', '-', join(content, app)]);
    symlinkSync('/Applications', join(content, 'Applications'));
    const format = ['-format', 'ULFO', '-fs', 'APFS'];
    run('hdiutil', ['create', '-volname', facts.productName, '-srcfolder', content, ...format, '-ov', path]);
  },
};

export const macMakers: readonly Maker[] = [dmg];
