import { type Clock, unixSeconds } from './clock.ts';

const mediaLinkSeconds = 7 * 24 * 3_600;
/** Reading a single record renews links that expire within this time (specification §2.5). */
export const renewalMarginSeconds = 3_600;
/** Time during which an upload address accepts bytes. */
export const uploadLinkSeconds = 900;

/** Returns the expiry of a download or thumbnail link signed now, in Unix seconds: seven days (specification §8.2). */
export function mediaLinkExpiry(clock: Clock): number {
  return unixSeconds(clock) + mediaLinkSeconds;
}
