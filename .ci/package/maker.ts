import { spawnSync } from 'node:child_process';
import type { Format, PackageFacts } from './package-facts.ts';

export interface MakerInput {
  readonly facts: PackageFacts;
  /** The app as it runs, made by `makeElectronApp`. */
  readonly appFolder: string;
  readonly outFolder: string;
  /** Emptied and removed by the caller; on the volume of `outFolder`. */
  readonly workFolder: string;
  readonly appImageRuntime: string | null;
}

/** Makes one file users install from. */
export interface Maker {
  readonly format: Format;
  /** Why it cannot be made on this computer; null where it can. */
  lacks(input: MakerInput): string | null;
  make(input: MakerInput, path: string): Promise<void>;
}

/** Null where a program is on the path, else words for a maker that lacks it. */
export function lacksProgram(name: string, args: readonly string[] = ['--version']): string | null {
  const { error } = spawnSync(name, args, { stdio: 'ignore' });
  return error ? `there is no ${name} on this computer` : null;
}
