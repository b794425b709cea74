import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { appId, toastActivatorId } from '../../../src-main/hosts/electron/app-id.ts';
import { askedFile } from '../../../src-main/hosts/electron/kept-words.ts';
import { linkScheme, windowsFileTypes } from '../file-types.ts';
import { lacksProgram, type Maker } from '../maker.ts';

const script = join('.ci', 'package', 'windows', 'installer.nsi');

/** An unsigned installer for the current user, which needs no administrator rights. */
const exe: Maker = {
  format: 'exe',
  lacks: () => lacksProgram('makensis', ['-VERSION']),
  make: async ({ facts, appFolder, workFolder }, path) => {
    const types = resolve(workFolder, 'file-types.nsh');
    writeFileSync(types, windowsFileTypes());
    const facets = {
      APP_NAME: facts.productName,
      APP_VERSION: facts.version,
      // Windows requires four numbers, so the part after a dash is dropped.
      APP_VERSION_NUMBERS: `${facts.version.split('-')[0] ?? ''}.0`,
      APP_ID: appId,
      APP_ACTIVATOR: toastActivatorId,
      APP_FOLDER: appFolder,
      APP_ICON: resolve(workFolder, 'icons', 'icon.ico'),
      ASKED_FILE: askedFile,
      LINK_SCHEME: linkScheme,
      FILE_TYPES: types,
      OUTPUT: path,
    };
    const defines = Object.entries(facets).map(([name, value]) => `-D${name}=${value}`);
    execFileSync('makensis', ['-V2', '-WX', '-INPUTCHARSET', 'UTF8', ...defines, script], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  },
};

export const windowsMakers: readonly Maker[] = [exe];
