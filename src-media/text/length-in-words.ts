/** Returns a duration such as `1 minute 5 seconds`. */
export function lengthInWords(seconds: number): string {
  if (seconds < 10) return `${Math.max(0.1, Math.round(seconds * 10) / 10)} seconds`;
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3_600);
  const minutes = Math.floor((whole % 3_600) / 60);
  const parts = [
    hours > 0 ? count(hours, 'hour') : '',
    minutes > 0 ? count(minutes, 'minute') : '',
    whole % 60 > 0 && hours === 0 ? count(whole % 60, 'second') : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** Returns a number with its noun, such as `2 hours`. */
export function count(amount: number, noun: string): string {
  return `${amount.toLocaleString('en-US')} ${noun}${amount === 1 ? '' : 's'}`;
}
