import { spawnSync } from 'node:child_process';
import type { Format, PackageFacts } from './package-facts.ts';

export interface MakerInput {
  readonly facts: PackageFacts;
  /** The runnable app, created by `makeElectronApp`. */
  readonly appFolder: string;
  readonly outFolder: string;
  /** On the volume of `outFolder`. The caller empties and removes it. */
  readonly workFolder: string;
  readonly appImageRuntime: string | null;
}

/** Makes one kind of installable file. */
export interface Maker {
  readonly format: Format;
  /** Returns why it cannot be made on this computer; null if it can. */
  lacks(input: MakerInput): string | null;
  make(input: MakerInput, path: string): Promise<void>;
}

/** Returns null if a program is on the path, else the reason for `lacks`. */
export function lacksProgram(name: string, args: readonly string[] = ['--version']): string | null {
  const { error } = spawnSync(name, args, { stdio: 'ignore' });
  return error ? `there is no ${name} on this computer` : null;
}
