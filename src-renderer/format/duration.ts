const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Formats a running time to the second: `1:24`, `1:02:05`. */
export function formatRunningTime(seconds: number): string {
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = twoDigits(whole % 60);
  return hours > 0 ? `${String(hours)}:${twoDigits(minutes)}:${rest}` : `${String(minutes)}:${rest}`;
}

/** Parts of a remaining time, coarse enough not to flicker. */
export interface RemainingTime {
  readonly unit: 'seconds' | 'minutes' | 'hours';
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

/**
 * Formats a remaining time, rounded so that it does not flicker: to 1 s below 30 s, to 5 s below 2 min, else to 1
 * min.
 */
export function roughTime(secondsLeft: number): RemainingTime {
  const exact = Math.max(0, secondsLeft);
  if (exact >= 119.5) {
    const allMinutes = Math.round(exact / 60);
    const hours = Math.floor(allMinutes / 60);
    return { unit: hours > 0 ? 'hours' : 'minutes', hours, minutes: allMinutes % 60, seconds: 0 };
  }
  const step = exact < 30 ? 1 : 5;
  return { unit: 'seconds', hours: 0, minutes: 0, seconds: Math.max(1, Math.ceil(exact / step) * step) };
}

/** Formats the remaining time of a transfer. Null when it is unknown. */
export function remainingTime(
  receivedBytes: number,
  totalBytes: number | null,
  bytesPerSecond: number | null,
): RemainingTime | null {
  if (totalBytes === null || bytesPerSecond === null || bytesPerSecond <= 0) return null;
  return roughTime((totalBytes - receivedBytes) / bytesPerSecond);
}
