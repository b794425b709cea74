import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/** A process in `/proc/PID/stat`; null for one that has ended meanwhile. */
function readProcess(pid: string): { parent: number; ticks: number } | null {
  try {
    // The name before the last bracket may itself hold spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return null;
  }
}

/**
 * Returns the seconds of processor time of this process and of all that descend from it and live, so that the media
 * process counts. NaN where there is no `/proc`.
 */
export function processorSeconds(): number {
  if (process.platform !== 'linux') return Number.NaN;
  const all = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync('/proc')) {
    const known = /^\d+$/.test(name) ? readProcess(name) : null;
    if (known) all.set(Number(name), known);
  }
  const isOurs = (pid: number): boolean => pid === process.pid || isOursByParent(all.get(pid)?.parent);
  const isOursByParent = (parent: number | undefined): boolean =>
    parent !== undefined && parent > 1 && isOurs(parent);
  return [...all].reduce((sum, [pid, { ticks }]) => (isOurs(pid) ? sum + ticks : sum), 0) / ticksPerSecond;
}
