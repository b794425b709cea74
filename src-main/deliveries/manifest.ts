import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  deliveryFormatSchema,
  mediaDeliverySchema,
  unreadableMediaSchema,
} from '../../src-shared/contract/delivery.ts';

/** The app's own folder inside a version: the documents as they came, and what was delivered. */
export const recordFolder = '.dailies';
const manifestName = 'manifest.json';

const fileSchema = z.object({
  /** Inside the version's folder, `/` between segments. */
  path: z.string(),
  sizeBytes: z.number().int().nonnegative(),
  sha256: z.string(),
});
export type ManifestFile = z.infer<typeof fileSchema>;

/** What one version's folder holds and where it came from. */
const manifestSchema = z.object({
  formatVersion: z.literal(1),
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
  /** `pristinePath` is null for what the app wrote itself. */
  documents: z.array(fileSchema.extend({ pristinePath: z.string().nullable() })),
  /** What belongs beside a document, such as its captions. */
  sideFiles: z.array(fileSchema).default([]),
  media: z.array(fileSchema),
  /** The finished movie to conform against; null when the project has none. */
  referenceMovie: fileSchema.nullable(),
  /** What is for which editor, in plain words; null in deliveries of earlier versions. */
  readme: fileSchema.nullable().default(null),
  unreadable: z.array(unreadableMediaSchema).default([]),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Every file of a version but the app's own records. */
export function filesOf({ documents, sideFiles, media, referenceMovie, readme }: Manifest): ManifestFile[] {
  return [...documents, ...sideFiles, ...media, referenceMovie, readme].filter((file) => file !== null);
}

/** Where the manifest of a version lies. */
export function manifestPath(versionFolder: string): string {
  return join(versionFolder, recordFolder, manifestName);
}

/** The manifest of a version; null when there is none that can be read. */
export async function readManifest(versionFolder: string): Promise<Manifest | null> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(manifestPath(versionFolder), 'utf8')));
  } catch {
    return null;
  }
}
