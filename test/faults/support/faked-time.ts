import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../fakes/main-fixture.ts';

const library = join('/usr/lib', systemName(), 'faketime', 'libfaketimeMT.so.1');
export const canFakeTime = existsSync(library);
/** For the name of a test that is skipped without it. */
export const unfakedReason = canFakeTime ? '' : ' (SKIPPED: there is no faketime here)';

/** As Debian names the folder of its libraries. */
function systemName(): string {
  return `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
}

/** The time of day of a program, which may leap while it runs. Its other clock, which only runs on, is left as it is. */
export class FakedTime {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** The right time, to begin with. */
  static async start(): Promise<FakedTime> {
    const time = new FakedTime(join(await makeFolder('clock'), 'offset'));
    time.leap('+0');
    return time;
  }

  /** @param offset from the right time, such as `+10h` or `-2d`. */
  leap(offset: string): void {
    writeFileSync(this.#path, `${offset}\n`);
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

  /** As arguments of `env`, for programs that are started by others. */
  get settings(): string[] {
    return Object.entries(this.environment).map((setting) => setting.join('='));
  }
}
