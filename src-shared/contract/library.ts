import { z } from 'zod';
import type { FileType } from '../api/files.ts';
import { call } from '../ipc/define.ts';
import { idSchema } from './id.ts';
import { type MaterialKind, materialSchema } from './material.ts';
import { transferSchema } from './transfer.ts';

const kindOfType: Readonly<Partial<Record<FileType, MaterialKind>>> = {
  IMAGE: 'image',
  VIDEO: 'video',
  AUDIO: 'audio',
  PDF: 'slides',
  SLIDESHOW: 'slides',
};

/** Returns the kind of material that a file of the service can be; null if it can be none. */
export function materialKindOf(type: string | null): MaterialKind | null {
  return kindOfType[type as FileType] ?? null;
}

export const libraryCalls = {
  /** Adds a file of the active service to the next generation, without uploading it again. `not_found`. */
  'library.use': call(z.object({ fileId: idSchema }), materialSchema),
  /** Saves a file of the active service; works like `export.saveMovie`. `not_found`, `conflict` before it is there. */
  'library.save': call(z.object({ fileId: idSchema }), z.object({ transfer: transferSchema.nullable() })),
};
