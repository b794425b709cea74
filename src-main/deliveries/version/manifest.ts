import { join } from 'node:path';
import { z } from 'zod';
import {
  cutOriginSchema,
  deliveryFormatSchema,
  documentFormatSchema,
  mediaDeliverySchema,
  unreadableMediaSchema,
} from '../../../src-shared/contract/delivery.ts';
import { editorNameSchema } from '../../../src-shared/contract/editor.ts';
import { timingWishSchema } from '../../../src-timeline/model/sequence-timing.ts';
import { editorsOfDocument, formatOfDocument } from '../../editors/editor-documents.ts';
import { readOwnText } from '../../foundation/files/read-foreign-file.ts';
import { sha256Of } from '../../foundation/files/sha256-of.ts';

/** The app's own folder inside a version; holds the documents as they came, and the manifest. */
export const recordFolder = '.dailies';
/** Folder inside a version that takes the returns of editors. */
export const returnsFolder = 'Returns';
const manifestName = 'manifest.json';

/** Never in a path: what Windows reads as a separator, and what ends a path for the system. */
const unsafeCharacter = /[\\\0]/;
/** Steps to another folder, with the dots and spaces that Windows drops; a drive. */
const unsafeSegment = /^(?:[. ]*|[a-z]:)$/i;

/** True for a path that stays inside the folder it is relative to, on every system. */
function staysInside(path: string): boolean {
  return !unsafeCharacter.test(path) && path.split('/').every((segment) => !unsafeSegment.test(segment));
}

/**
 * Relative to the version's folder, `/` between segments. Others may write to that folder, so no path may lead out of
 * it.
 */
const pathSchema = z.string().refine(staysInside, 'The path may lead out of the version.');

const fileSchema = z.object({
  path: pathSchema,
  sizeBytes: z.number().int().nonnegative(),
  sha256: z.string(),
});
export type ManifestFile = z.infer<typeof fileSchema>;

const mediaSchema = fileSchema.extend({
  /** Id of the picture, clip, voice, music or logo; null for a file that the cut does not name. */
  elementId: z.string().nullable(),
  /** From 1; null for a file of no scene or of several. */
  scene: z.number().int().positive().nullable(),
  kind: z.enum(['still', 'video', 'audio']).nullable(),
  role: z.enum(['video', 'background', 'dialogue', 'music', 'effects']).nullable(),
  /** Spoken words of its scene. */
  narration: z.string().nullable(),
});
export type ManifestMedia = z.infer<typeof mediaSchema>;

const documentSchema = fileSchema.extend({
  format: documentFormatSchema,
  /** Editors that the document is for, the best suited first; empty for captions. */
  editors: z.array(editorNameSchema),
  /** Path of the same document as the service made it; null for a document that the app wrote itself. */
  pristinePath: pathSchema.nullable(),
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
  /** Null when only captions were delivered. */
  sequence: z
    .object({
      frameRate: z.object({ numerator: z.number().int(), denominator: z.number().int() }),
      width: z.number().int(),
      height: z.number().int(),
      durationFrames: z.number().int(),
    })
    .nullable(),
  mainDocument: pathSchema,
  /** Paths of the documents as the service made them; all others are written from these. */
  pristine: z.array(pathSchema).default([]),
  /** Files that belong beside a document, such as its captions. */
  sideFiles: z.array(fileSchema).default([]),
  /** The finished movie to conform against; null when the project has none. */
  referenceMovie: fileSchema.nullable(),
  /** Explains in plain words which file is for which editor; null in deliveries of earlier versions. */
  readme: fileSchema.nullable().default(null),
  unreadable: z.array(unreadableMediaSchema).default([]),
});

/** Content and origin of one version's folder. */
const manifestSchema = commonFields.extend({
  formatVersion: z.literal(2),
  /** Where the cut was made; null for the project's, and in edits of earlier versions of the app. */
  cutOrigin: cutOriginSchema.nullable().default(null),
  /** Id of the delivery whose cut an edit began with; null for a cut that was sent from the app. */
  basedOn: z.string().nullable().default(null),
  /** Requested rate and timecode of the documents; null for those of the service's cut. */
  timing: timingWishSchema.nullable().default(null),
  /** Identity of the cut: a hash of timeline and media. Null when only captions were delivered. */
  cutId: z.string().nullable(),
  documents: z.array(documentSchema),
  media: z.array(mediaSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** A version and its folder. */
export interface VersionInFolder {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Values of a file that the cut does not name. */
export const noElement = { elementId: null, scene: null, kind: null, role: null, narration: null } as const;

/** Format 1 of the manifest, where only a file's name shows its purpose. */
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
    cutOrigin: null,
    timing: null,
    cutId: null,
    documents: old.documents.map((file) => describeDocument(file)),
    media: old.media.map((file) => ({
      ...file,
      ...noElement,
    })),
  }));

/** Adds the format and the editors that a document's name implies. */
export function describeDocument<File extends { readonly path: string }>(
  file: File,
): File & Pick<ManifestDocument, 'format' | 'editors'> {
  return { ...file, format: formatOfDocument(file.path), editors: editorsOfDocument(file.path) };
}

/** Describes a text that becomes a file of a version. */
export function describeText(path: string, text: string): ManifestFile {
  const bytes = Buffer.from(text, 'utf8');
  return { path, sizeBytes: bytes.length, sha256: sha256Of(bytes) };
}

export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Lists every file of a version except the app's own records. */
export function filesOf({ documents, sideFiles, media, referenceMovie, readme }: Manifest): ManifestFile[] {
  return [...documents, ...sideFiles, ...media, referenceMovie, readme].filter((file) => file !== null);
}

/** Limit of the app's own records in a version, in bytes: others may write there. */
export const maxRecordBytes = 64 * 1024 ** 2;

/** Path of a version's manifest. */
export function manifestPath(versionFolder: string): string {
  return join(versionFolder, recordFolder, manifestName);
}

/** Path of a version's cut in the app's own form, for a cut that its documents cannot hold whole. */
export function cutRecordPath(versionFolder: string): string {
  return join(versionFolder, recordFolder, 'cut.json');
}

/**
 * Reads the manifest of a version, in this format or the one before; null without a readable one, and for one whose
 * paths may lead out of the version.
 */
export async function readManifest(versionFolder: string): Promise<Manifest | null> {
  try {
    const text = await readOwnText(manifestPath(versionFolder), versionFolder, maxRecordBytes);
    const record: unknown = JSON.parse(text ?? '');
    return z.union([manifestSchema, oldManifestSchema]).parse(record);
  } catch {
    return null;
  }
}
