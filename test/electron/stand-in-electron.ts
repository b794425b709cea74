import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Fuses in Electron's program: a marker, version 1, the number of fuses, and one character for each. */
const fuseWire = `dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009${'1'.repeat(9)}`;

/**
 * Writes a file in the form of an Electron release for Linux, with all parts of a package and nothing executable.
 * @returns its path in `folder`.
 */
export async function writeStandInElectron(folder: string): Promise<string> {
  const path = join(folder, `electron-v0.0.1-linux-${process.arch}.zip`);
  const zip = new ZipFile();
  const files = {
    electron: { text: `\u007FELF ${fuseWire} the rest`, mode: 0o100755 },
    'chrome-sandbox': { text: 'the sandbox', mode: 0o100755 },
    'resources/default_app.asar': { text: 'what runs without an app', mode: 0o100644 },
    'locales/en-US.pak': { text: 'words', mode: 0o100644 },
    'locales/fi.pak': { text: 'sanoja', mode: 0o100644 },
    'browser_v8_context_snapshot.bin': { text: 'of the build for tests', mode: 0o100644 },
    version: { text: '0.0.1', mode: 0o100644 },
  };
  for (const [name, { text, mode }] of Object.entries(files))
    zip.addBuffer(Buffer.from(text, 'latin1'), name, { mode });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}
