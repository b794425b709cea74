import { parseArgs } from 'node:util';
import { AppError } from '../../../src-shared/app-error.ts';
import { givenPath } from './given-path.ts';
import { readService, type ServiceChoice } from './service-choice.ts';

/** Options on the command line of an upload. */
export interface UploadOptions {
  /** Absolute paths, a repeated one as often as it was given. */
  readonly paths: readonly string[];
  /** True sends a file although the service has the same content. */
  readonly isAgain: boolean;
  /** Null runs the local service while the command runs. */
  readonly service: ServiceChoice | null;
}

export const uploadHelp = `Sends files to the library of the service.

Usage: dailies upload FILE... [options]

  FILE...            stills, clips, sounds, PDF, PowerPoint, SVG, Lottie, text; captions (.srt, .vtt) beside a clip
                     or sound, under the same name, are sent with it as its transcript
  --again            send a file although the same content was sent before from DAILIES_USER_DATA; otherwise the
                     earlier file is named
  --base-url URL     the address of a hosted service; needs its key. The local service when both are left out
  --api-key -        its key is read from standard input; VIDEOGEN_API_KEY is read when left out
  --api-key KEY      its key, which other users of this computer can then read
  --json             the last line of stdout is one JSON object with the result or the error
  --help             this text

Prints a line for each FILE, in their order: the service's id, or nothing if the file was not sent. The exit code is
then 1. A file that is named twice is sent once.
DAILIES_USER_DATA names a folder to keep the app's and the local service's data in; without it both are gone
when the command ends, and with them what was sent to the local service and the knowledge of what was sent before.
`;

/**
 * Parses the command line of an upload.
 * @param environmentKey the key if the command line has none, as other users could read it there.
 * @throws AppError `invalid_input` saying what is wrong, `service_address_invalid`.
 */
export function parseUploadOptions(
  argv: readonly string[],
  environmentKey: string | undefined,
): UploadOptions {
  const { values, positionals } = readArguments(argv);
  if (positionals.length === 0) throw new AppError('invalid_input', 'Name at least one file.');
  return {
    paths: positionals.map(givenPath),
    isAgain: values.again,
    service: readService(values, environmentKey),
  };
}

function readArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: true,
      options: {
        again: { type: 'boolean', default: false },
        'base-url': { type: 'string' },
        'api-key': { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new AppError('invalid_input', error instanceof Error ? error.message : String(error));
  }
}
