import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { ServiceLog } from '../../service-log.ts';
import { digestOf } from '../digest.ts';

/** Letters and digits that are not easily confused. */
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const length = 8;
const windowMs = 60_000;
const maxWrongInWindow = 10;

/** Result of checking a code. */
export type CodeCheck = 'right' | 'wrong' | 'too_many_wrong';

function makeCode(): string {
  const all = Array.from({ length }, () => signs.charAt(randomInt(signs.length))).join('');
  return `${all.slice(0, length / 2)}-${all.slice(length / 2)}`;
}

function digestOfSigns(text: string): Buffer {
  return Buffer.from(digestOf(text.replaceAll(/[\s-]/g, '').toUpperCase()));
}

/**
 * The code a user enters to sign in. It is made for this start and kept in memory only. After ten wrong codes within a
 * minute, it rejects all codes until the minute ends.
 */
export class SignInCode {
  readonly text = makeCode();
  readonly #clock: Clock;
  readonly #log: ServiceLog;
  #windowEndMs = 0;
  #wrongCount = 0;

  constructor(deps: { clock: Clock; log: ServiceLog }) {
    this.#clock = deps.clock;
    this.#log = deps.log;
  }

  /** Compares a code, ignoring case, spaces and dashes. */
  check(given: string): CodeCheck {
    const nowMs = this.#clock.nowMs();
    if (nowMs >= this.#windowEndMs) {
      this.#windowEndMs = nowMs + windowMs;
      this.#wrongCount = 0;
    }
    if (this.#wrongCount >= maxWrongInWindow) return 'too_many_wrong';
    if (timingSafeEqual(digestOfSigns(given), digestOfSigns(this.text))) return 'right';
    this.#wrongCount += 1;
    if (this.#wrongCount === maxWrongInWindow) {
      this.#log({ level: 'warn', message: 'Ten wrong sign-in codes within a minute' });
    }
    return 'wrong';
  }
}
