import { AppError, toErrorBody } from '../app-error.ts';
import type { Reply } from './router.ts';

/** The maximum size of one call, in bytes. */
export const maxCallBytes = 8 * 1024 * 1024;
/** High, because the page selects a hundred thousand rows in a thousand calls. */
const maxUnderWay = 2_000;
const maxBytesUnderWay = 8 * maxCallBytes;
/** Estimated bytes of a number, and of each entry in a list or object. */
const partBytes = 8;

/** Runs one piece of work for the page, or returns a refusal. */
export type CallGate = (payload: unknown, work: () => Promise<Reply>) => Promise<Reply>;

/**
 * Protects main from a faulty page: refuses calls that are too large or too many at once before they start.
 * `invalid_input` with `reason` `too_large`, `conflict` with `reason` `too_many_calls`.
 */
export function createCallGate(): CallGate {
  let underWay = 0;
  let bytesUnderWay = 0;
  return async (payload, work) => {
    if (underWay >= maxUnderWay) return refusals.tooMany;
    const sizeBytes = bytesOf(payload, maxCallBytes);
    if (sizeBytes > maxCallBytes) return refusals.tooLarge;
    if (bytesUnderWay + sizeBytes > maxBytesUnderWay) return refusals.tooMany;
    underWay += 1;
    bytesUnderWay += sizeBytes;
    try {
      return await work();
    } finally {
      underWay -= 1;
      bytesUnderWay -= sizeBytes;
    }
  };
}

function refuse(...error: ConstructorParameters<typeof AppError>): Reply {
  return { ok: false, error: toErrorBody(new AppError(...error)) };
}

const refusals = {
  tooMany: refuse('conflict', 'The app has not come to the calls before this one.', {
    details: { reason: 'too_many_calls' },
  }),
  tooLarge: refuse('invalid_input', `The call hands over more than ${String(maxCallBytes)} bytes.`, {
    details: { reason: 'too_large' },
  }),
} as const;

/**
 * Estimates the size of data in bytes and stops once past `maxBytes`. Counts every occurrence of a part, so that cyclic
 * data exceeds the limit.
 */
function bytesOf(payload: unknown, maxBytes: number): number {
  const met = [payload];
  let sizeBytes = 0;
  const meet = (part: unknown): boolean => {
    met.push(part);
    sizeBytes += partBytes;
    return sizeBytes <= maxBytes;
  };
  while (met.length > 0 && sizeBytes <= maxBytes) {
    const value = met.pop();
    if (typeof value === 'string') sizeBytes += value.length;
    else if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) sizeBytes += value.byteLength;
    else if (Array.isArray(value)) value.every(meet);
    else if (value instanceof Object) Object.entries(value).every(([key, part]) => meet(key) && meet(part));
  }
  return sizeBytes;
}
