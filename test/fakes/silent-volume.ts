import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { canMount } from './memory-volume.ts';

/** True if a volume that never answers can be mounted here. */
export const canMountSilent = canMount && isDeviceThere();

/** Mounts a volume that never answers, like the drive of an unreachable server. Returns a function that ends it. */
export function mountSilentVolume(folder: string): () => void {
  const device = openSync('/dev/fuse', 'r+');
  const options = 'fd=3,rootmode=40000,user_id=0,group_id=0';
  const stdio = ['ignore', 'pipe', 'pipe', device] as const;
  const { status, stderr } = spawnSync('mount', ['-i', '-t', 'fuse', '-o', options, 'silent', folder], {
    stdio: [...stdio],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The silent volume was not mounted: ${stderr}`);
  return () => {
    // Closing the device releases all waiting calls.
    closeSync(device);
    spawnSync('umount', ['-l', folder]);
  };
}

function isDeviceThere(): boolean {
  try {
    closeSync(openSync('/dev/fuse', 'r+'));
    return true;
  } catch {
    return false;
  }
}
