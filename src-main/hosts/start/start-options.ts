import { parseArgs } from 'node:util';
import { AppError } from '../../../src-shared/app-error.ts';
import { splitUploadWords, uploadPathsOf } from '../page/upload-words.ts';

/** Options on the command line of `npm start`. */
export interface StartOptions {
  /** True goes to the browser at once. */
  readonly isBrowser: boolean;
  /** True opens the address. */
  readonly isOpened: boolean;
  /** Null takes the last port, or a free one. */
  readonly port: number | null;
  /** Absolute paths. */
  readonly uploadPaths: readonly string[];
}

export const startUsage = `Usage: npm start -- [--browser] [--no-open] [--port NUMBER] [--upload FILE...]

  --browser         opens the app in the browser instead of Electron
  --no-open         prints the address without opening it
  --port NUMBER     uses this port in the browser; without it, the last one, or a free one if that is taken
  --upload FILE...  sends files to the library of the active connection
  --help            this text
`;

const largestPort = 65_535;

/**
 * Parses the command line of `npm start`.
 * @param folder base of relative paths.
 * @throws AppError `invalid_input` saying what is wrong.
 */
export function parseStartOptions(words: readonly string[], folder: string): StartOptions {
  const { files, rest } = splitUploadWords(words);
  const { values, positionals } = readArguments(rest);
  const [stray] = positionals;
  if (stray !== undefined)
    throw wrongUse(`${stray} belongs to no option. Files to send come after --upload.`);
  if (values.upload && files.length === 0) throw wrongUse('--upload needs at least one file.');
  return {
    isBrowser: values.browser,
    isOpened: !values['no-open'],
    port: values.port === undefined ? null : readPort(values.port),
    uploadPaths: uploadPathsOf(words, folder),
  };
}

function readArguments(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      strict: true,
      allowPositionals: true,
      options: {
        browser: { type: 'boolean', default: false },
        'no-open': { type: 'boolean', default: false },
        port: { type: 'string' },
        upload: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw wrongUse(error instanceof Error ? error.message : String(error));
  }
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= largestPort) return port;
  throw wrongUse(`--port must be a number from 0 to ${String(largestPort)}, not ${text}.`);
}

function wrongUse(message: string): AppError {
  return new AppError('invalid_input', message);
}
