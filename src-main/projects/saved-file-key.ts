import { randomUUID } from 'node:crypto';
import type { TransferRecord } from '../state/transfer-repository.ts';

/** A file of a project or of the library that can be saved. */
export interface ProjectFile {
  readonly kind: SavedFileKind;
  /** Of a file of the library, its own id. */
  readonly projectId: string;
  /** Empty for a file of the library. Export id of a movie. `captions` or `plain` for a movie of your cut. For a scene's media, the scene's index and the project's `updatedAt`, joined by a dash. */
  readonly part: string;
}

/** Facts of a save, stored in the key of its transfer. */
export interface SavedFile extends ProjectFile {
  /** True if the user agreed to replace an existing file. */
  readonly mayReplace: boolean;
}

export const savedFileKinds = ['movie', 'scene', 'cut', 'file'] as const;
type SavedFileKind = (typeof savedFileKinds)[number];

export function keyOf({ kind, projectId, part, mayReplace }: SavedFile): string {
  return keyStartOf(kind, projectId, part) + [mayReplace ? 'replace' : 'new', randomUUID()].join(':');
}

/** Returns the beginning of the keys of all saves of one kind, of one project or of one part of it. */
export function keyStartOf(kind: SavedFileKind, ...ids: readonly string[]): string {
  return [kind, ...ids.map(encodeURIComponent), ''].join(':');
}

/** True for a transfer that saves a file. */
export function isSavedFile(record: Pick<TransferRecord, 'key'>): boolean {
  return savedFileOf(record) !== null;
}

export function savedFileOf(record: Pick<TransferRecord, 'key'>): SavedFile | null {
  const [start, ...ids] = record.key.split(':');
  const kind = savedFileKinds.find((each) => each === start);
  if (!kind) return null;
  const [projectId = '', part = '', way] = ids.map(decodeURIComponent);
  return { kind, projectId, part, mayReplace: way === 'replace' };
}

/** Returns the scene's index and the project's `updatedAt` from the part of a scene's media. */
export function sceneOf(part: string): readonly [index: number, updatedAt: number] {
  const [index = 0, updatedAt = 0] = part.split('-').map(Number);
  return [index, updatedAt];
}
