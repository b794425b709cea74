import type { MissingRoom } from '../../src-shared/contract/transfer.ts';
import { formatBytes } from '../../src-shared/i18n/bytes.ts';

/** How the systems name the place a drive is at, with the drive's own name. */
const drivePaths = [/^\/Volumes\/([^/]+)/, /^\/run\/media\/[^/]+\/([^/]+)/, /^([A-Za-z]:)\\/];

/** The name of the drive a folder is on, if its path shows it; else the folder itself. */
export function driveOf(folder: string): string {
  return drivePaths.map((path) => path.exec(folder)?.[1]).find((name) => name !== undefined) ?? folder;
}

/** The values of messages about a drive with too little space. */
export interface MissingRoomWords {
  /** Still to be freed. */
  readonly missing: string;
  readonly needed: string;
  readonly free: string;
  readonly drive: string;
  readonly [name: string]: string;
}

/** @param languageTag how numbers are written. */
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
