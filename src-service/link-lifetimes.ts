import { type Clock, unixSeconds } from './clock.ts';

const mediaLinkSeconds = 7 * 24 * 3_600;
/** Single reads renew a link this close to its end (specification §2.5). */
export const renewalMarginSeconds = 3_600;
/** How long an upload address takes bytes. */
export const uploadLinkSeconds = 900;

/** When a download or thumbnail link signed now ends: in seven days (specification §8.2). Unix seconds. */
export function mediaLinkExpiry(clock: Clock): number {
  return unixSeconds(clock) + mediaLinkSeconds;
}
