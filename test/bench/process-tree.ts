import { readdirSync, readFileSync } from 'node:fs';

/** Reads the parent of a process from `/proc/PID/stat`; null for one that has ended meanwhile. */
function parentOf(pid: number): number | null {
  const fields = statOf(pid);
  return fields ? Number(fields[1]) : null;
}

/** Returns the fields of `/proc/PID/stat` after the name, from the state on; null for a process that has ended. */
export function statOf(pid: number): readonly string[] | null {
  try {
    // The name before the last bracket may itself hold spaces and brackets.
    return (
      readFileSync(`/proc/${String(pid)}/stat`, 'latin1')
        .split(') ')
        .at(-1)
        ?.split(' ') ?? null
    );
  } catch {
    return null;
  }
}

/** Returns a process and all that descend from it and live. Known on Linux only. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(Number(name)) : null;
    if (parent !== null) parents.set(Number(name), parent);
  }
  const isInTree = (pid: number): boolean => pid === root || hasParentInTree(parents.get(pid));
  const hasParentInTree = (parent: number | undefined): boolean =>
    parent !== undefined && parent > 1 && isInTree(parent);
  return [...parents.keys()].filter(isInTree);
}
