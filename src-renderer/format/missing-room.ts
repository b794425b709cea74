import type { MissingRoom } from '../../src-shared/contract/transfer.ts';
import { formatBytes } from '../../src-shared/i18n/bytes.ts';

/** Mount paths of drives on each system; the group captures the drive's name. */
const drivePaths = [/^\/Volumes\/([^/]+)/, /^\/run\/media\/[^/]+\/([^/]+)/, /^([A-Za-z]:)\\/];

/** Returns the name of the drive a folder is on, if its path shows it; else the folder itself. */
export function driveOf(folder: string): string {
  return drivePaths.map((path) => path.exec(folder)?.[1]).find((name) => name !== undefined) ?? folder;
}

/** Values for messages about a drive with too little space. */
export interface MissingRoomWords {
  /** Amount still to be freed. */
  readonly missing: string;
  readonly needed: string;
  readonly free: string;
  readonly drive: string;
  readonly [name: string]: string;
}

/** @param languageTag language for number formats. */
export function describeMissingRoom(
  { folder, neededBytes, freeBytes }: MissingRoom,
  languageTag: string,
): MissingRoomWords {
  return {
    missing: formatBytes(Math.max(0, neededBytes - freeBytes), languageTag),
    needed: formatBytes(neededBytes, languageTag),
    free: formatBytes(freeBytes, languageTag),
    drive: driveOf(folder),
  };
}
