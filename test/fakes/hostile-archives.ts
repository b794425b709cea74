import type { BundleRule } from '../../src-main/transfers/bundle/bundle-refusal.ts';
import { hostileNames } from './hostile-names.ts';
import { hostileStructures } from './hostile-structures.ts';

/** An archive that must be refused as a whole. */
export interface HostileArchive {
  /** What it tries. */
  readonly name: string;
  readonly bytes: () => Buffer;
  /** The entry the refusal must name, as shown to the user. */
  readonly entry: string;
}

/** How the archive as a whole is named when no single entry is at fault. */
export const archiveName = 'archive.zip';

/** Every rule but the one about a file that shrinks while it is read. */
type StaticRule = Exclude<BundleRule, 'truncated'>;

/** Every rule a bundle can break by what it holds, with archives that break it. */
export const hostileArchives: Readonly<Record<StaticRule, readonly HostileArchive[]>> = {
  ...hostileNames,
  ...hostileStructures,
};
