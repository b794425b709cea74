import type { BundleRule } from '../../../src-main/transfers/bundle/bundle-refusal.ts';
import { hostileNames } from './hostile-names.ts';
import { hostileStructures } from './hostile-structures.ts';

/** Archive that must be refused as a whole. */
export interface HostileArchive {
  /** Description of the attack. */
  readonly name: string;
  readonly bytes: () => Buffer;
  /** Entry that the refusal must name, as shown to the user. */
  readonly entry: string;
}

/** Name of the whole archive, for refusals where no single entry is at fault. */
export const archiveName = 'archive.zip';

/** All rules except the one about a file that shrinks during the reading. */
type StaticRule = Exclude<BundleRule, 'truncated'>;

/** Archives that break each rule with their content. */
export const hostileArchives: Readonly<Record<StaticRule, readonly HostileArchive[]>> = {
  ...hostileNames,
  ...hostileStructures,
};
