import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  deliveryFormatSchema,
  documentFormatSchema,
  mediaDeliverySchema,
  unreadableMediaSchema,
} from '../../src-shared/contract/delivery.ts';
import { editorNameSchema } from '../../src-shared/contract/editor.ts';
import { timingWishSchema } from '../../src-shared/timeline/sequence-timing.ts';
import { editorsOfDocument, formatOfDocument } from '../editors/editor-documents.ts';
import { sha256Of } from '../foundation/sha256-of.ts';

/** The app's own folder inside a version: the documents as they came, and what was delivered. */
export const recordFolder = '.dailies';
/** The folder inside a version that editors put what they made into. */
export const returnsFolder = 'Returns';
const manifestName = 'manifest.json';

const fileSchema = z.object({
  /** Inside the version's folder, `/` between segments. */
  path: z.string(),
  sizeBytes: z.number().int().nonnegative(),
  sha256: z.string(),
});
export type ManifestFile = z.infer<typeof fileSchema>;

const mediaSchema = fileSchema.extend({
  /** Of the picture, clip, voice, music or logo it is for; null for a file that the cut does not name. */
  elementId: z.string().nullable(),
  /** From 1; null for what belongs to no scene or to several. */
  scene: z.number().int().positive().nullable(),
  kind: z.enum(['still', 'video', 'audio']).nullable(),
  role: z.enum(['video', 'background', 'dialogue', 'music', 'effects']).nullable(),
  /** What is said in its scene. */
  narration: z.string().nullable(),
});
export type ManifestMedia = z.infer<typeof mediaSchema>;

const documentSchema = fileSchema.extend({
  format: documentFormatSchema,
  /** Those it is for, the best suited first; empty for captions. */
  editors: z.array(editorNameSchema),
  /** The same document as the service made it; null for what the app wrote itself. */
  pristinePath: z.string().nullable(),
});
export type ManifestDocument = z.infer<typeof documentSchema>;

const commonFields = z.object({
  deliveryId: z.string(),
  projectId: z.string(),
  projectTitle: z.string(),
  interchangeJobId: z.string().nullable(),
  format: deliveryFormatSchema,
  mediaDelivery: mediaDeliverySchema,
  /** Unix time in seconds. */
  deliveredAt: z.number().int(),
  /** Of the sequence; null when only captions were delivered. */
  sequence: z
    .object({
      frameRate: z.object({ numerator: z.number().int(), denominator: z.number().int() }),
      width: z.number().int(),
      height: z.number().int(),
      durationFrames: z.number().int(),
    })
    .nullable(),
  mainDocument: z.string(),
  /** Paths of the documents as the service made them, all others are written from. */
  pristine: z.array(z.string()).default([]),
  /** What belongs beside a document, such as its captions. */
  sideFiles: z.array(fileSchema).default([]),
  /** The finished movie to conform against; null when the project has none. */
  referenceMovie: fileSchema.nullable(),
  /** What is for which editor, in plain words; null in deliveries of earlier versions. */
  readme: fileSchema.nullable().default(null),
  unreadable: z.array(unreadableMediaSchema).default([]),
});

/** What one version's folder holds and where it came from. */
const manifestSchema = commonFields.extend({
  formatVersion: z.literal(2),
  /** The delivery with the project's cut that an edit began with; null for a cut of the project itself. */
  basedOn: z.string().nullable().default(null),
  /** The rate and timecode documents were asked for in; null for those of the cut as the service made it. */
  timing: timingWishSchema.nullable().default(null),
  /** Which cut it is: a hash of timeline and media. Null where captions alone were delivered. */
  cutId: z.string().nullable(),
  documents: z.array(documentSchema),
  media: z.array(mediaSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Of a file that the cut does not name. */
export const noElement = { elementId: null, scene: null, kind: null, role: null, narration: null } as const;

/** As versions were described before: the names alone say what is for what. */
const oldManifestSchema = commonFields
  .extend({
    formatVersion: z.literal(1),
    documents: z.array(documentSchema.omit({ format: true, editors: true })),
    media: z.array(fileSchema),
  })
  .transform((old): Manifest => ({
    ...old,
    formatVersion: 2,
    basedOn: null,
    timing: null,
    cutId: null,
    documents: old.documents.map((file) => describeDocument(file)),
    media: old.media.map((file) => ({
      ...file,
      ...noElement,
    })),
  }));

/** A document with what its name says of it. */
export function describeDocument<File extends { readonly path: string }>(
  file: File,
): File & Pick<ManifestDocument, 'format' | 'editors'> {
  return { ...file, format: formatOfDocument(file.path), editors: editorsOfDocument(file.path) };
}

/** A text that is written as a file of a version. */
export function describeText(path: string, text: string): ManifestFile {
  const bytes = Buffer.from(text, 'utf8');
  return { path, sizeBytes: bytes.length, sha256: sha256Of(bytes) };
}

export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Every file of a version but the app's own records. */
export function filesOf({ documents, sideFiles, media, referenceMovie, readme }: Manifest): ManifestFile[] {
  return [...documents, ...sideFiles, ...media, referenceMovie, readme].filter((file) => file !== null);
}

/** Where the manifest of a version lies. */
export function manifestPath(versionFolder: string): string {
  return join(versionFolder, recordFolder, manifestName);
}

/** Where the cut of a version lies that its documents do not hold whole, in the app's own form. */
export function cutRecordPath(versionFolder: string): string {
  return join(versionFolder, recordFolder, 'cut.json');
}

/** The manifest of a version, of this format or the one before; null when there is none that can be read. */
export async function readManifest(versionFolder: string): Promise<Manifest | null> {
  try {
    const record: unknown = JSON.parse(await readFile(manifestPath(versionFolder), 'utf8'));
    return z.union([manifestSchema, oldManifestSchema]).parse(record);
  } catch {
    return null;
  }
}
