import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canMount } from './memory-volume.ts';

/** True if a volume that never answers can be mounted here. Tries it, because containers may have the device only. */
export const canMountSilent = canMount && mayMountSilent();

/** Mounts a volume that never answers, like the drive of an unreachable server. Returns a function that ends it. */
export function mountSilentVolume(folder: string): () => void {
  const device = openSync('/dev/fuse', 'r+');
  const options = 'fd=3,rootmode=40000,user_id=0,group_id=0';
  const stdio = ['ignore', 'pipe', 'pipe', device] as const;
  const { status, stderr } = spawnSync('mount', ['-i', '-t', 'fuse', '-o', options, 'silent', folder], {
    stdio: [...stdio],
    encoding: 'utf8',
  });
  if (status !== 0) {
    closeSync(device);
    throw new Error(`The silent volume was not mounted: ${stderr}`);
  }
  return () => {
    // Closing the device releases all waiting calls.
    closeSync(device);
    spawnSync('umount', ['-l', folder]);
  };
}

function mayMountSilent(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-mount-'));
  try {
    mountSilentVolume(folder)();
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}
