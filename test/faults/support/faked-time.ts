import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../fakes/main-fixture.ts';

const library = join('/usr/lib', systemName(), 'faketime', 'libfaketimeMT.so.1');
export const canFakeTime = existsSync(library);
/** Suffix for the name of a test that is skipped without faketime. */
export const unfakedReason = canFakeTime ? '' : ' (SKIPPED: there is no faketime here)';

/** Returns Debian's name for the folder of its libraries. */
function systemName(): string {
  return `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
}

/** Time of day of a program, which a test can change while it runs. The program's monotonic clock stays unchanged. */
export class FakedTime {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Starts with the real time. */
  static async start(): Promise<FakedTime> {
    const time = new FakedTime(join(await makeFolder('clock'), 'offset'));
    time.leap('+0');
    return time;
  }

  /**
   * Changes the time in one step: a program that read an empty file would have the real time for a moment.
   * @param offset from the real time, for example `+10h` or `-2d`.
   */
  leap(offset: string): void {
    writeFileSync(`${this.#path}.new`, `${offset}\n`);
    renameSync(`${this.#path}.new`, this.#path);
  }

  get environment(): Record<string, string> {
    return {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: this.#path,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    };
  }

  /** Arguments of `env`, for programs that other programs start. */
  get settings(): string[] {
    return Object.entries(this.environment).map((setting) => setting.join('='));
  }
}
