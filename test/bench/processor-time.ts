import { processTree, statOf } from './process-tree.ts';

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/**
 * Returns the seconds of processor time of this process and of all that descend from it and live, so that the media
 * process counts. NaN where there is no `/proc`.
 */
export function processorSeconds(): number {
  if (process.platform !== 'linux') return Number.NaN;
  const ticks = processTree(process.pid).map((pid) => {
    const fields = statOf(pid);
    return Number(fields?.[11] ?? 0) + Number(fields?.[12] ?? 0);
  });
  return ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond;
}
