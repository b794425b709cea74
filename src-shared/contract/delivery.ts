import { z } from 'zod';
import { errorBodySchema } from '../app-error.ts';
import { call } from '../ipc/define.ts';
import { lossSchema } from '../timeline/losses.ts';
import { localConnectionId } from './connection.ts';
import { editorNameSchema, servedEditorSchema } from './editor.ts';
import { idSchema } from './id.ts';
import { missingRoomSchema, waitingForSchema } from './transfer.ts';

export const deliveryFormatSchema = z.enum(['FCPXML', 'PREMIERE_XML', 'OTIO', 'SRT']);
export type DeliveryFormat = z.infer<typeof deliveryFormatSchema>;

/** What a document of a version is written in. */
export const documentFormatSchema = z.enum([
  ...deliveryFormatSchema.options,
  ...(['KDENLIVE', 'SHOTCUT', 'EDL', 'VTT'] as const),
]);
export type DocumentFormat = z.infer<typeof documentFormatSchema>;

/** Ends of the names of a version's documents, longer ones first. */
export const documentSuffixSchema = z.enum([
  '.resolve.fcpxml',
  '.fcpxml',
  '.resolve.xml',
  '.openshot.xml',
  '.xml',
  '.paths.otio',
  '.otio',
  '.kdenlive',
  '.mlt',
  '.edl',
  '.srt',
  '.vtt',
]);
export type DocumentSuffix = z.infer<typeof documentSuffixSchema>;

/** `BUNDLE`: document and all media on disk. `REMOTE_URLS`: a document that links to the service's media. */
export const mediaDeliverySchema = z.enum(['BUNDLE', 'REMOTE_URLS']);
export type MediaDelivery = z.infer<typeof mediaDeliverySchema>;

/** Media of a delivery that an editor of its format is known not to read. */
export const unreadableMediaSchema = z.object({
  editor: editorNameSchema,
  /** Names of the files. */
  files: z.array(z.string()),
  /** What they are, such as `VP9 in WebM`. */
  forms: z.array(z.string()),
});
export type UnreadableMedia = z.infer<typeof unreadableMediaSchema>;

/** The steps of one delivery in their order. `trashed`: it was done, and its version is in the system's trash. */
const deliveryStateSchema = z.enum([
  'queued',
  'preparing',
  'downloading',
  'unpacking',
  'committing',
  'done',
  'trashed',
  'failed',
  'cancelled',
]);

export const deliverySchema = z.object({
  deliveryId: z.string(),
  /** The connection it was asked for on. */
  connectionId: z.string().default(localConnectionId),
  projectId: z.string(),
  projectTitle: z.string(),
  /** What the service is asked for. */
  format: deliveryFormatSchema,
  /** Whom it is for; empty for all that take the format. */
  chosenEditors: z.array(editorNameSchema).default([]),
  mediaDelivery: mediaDeliverySchema,
  state: deliveryStateSchema,
  /** What it or one of its downloads waits for before it continues; null while it works. */
  waitingFor: waitingForSchema.exclude(['decision']).nullable().default(null),
  /** Where `waitingFor` is `space` and the system tells how much. */
  missingRoom: missingRoomSchema.nullable().default(null),
  /** 0 to 1 within the present step. */
  progress: z.number().min(0).max(1),
  receivedBytes: z.number().int().nonnegative(),
  totalBytes: z.number().int().nonnegative().nullable(),
  bytesPerSecond: z.number().nonnegative().nullable(),
  /** Name of the version folder, `<Project>_v001`; null until it is chosen. */
  folderName: z.string().nullable(),
  /** Where it is, for display and copying; null until it is there. */
  folderPath: z.string().nullable(),
  fileCount: z.number().int().nonnegative(),
  /** Empty until it is in place, and where the editors read everything. */
  unreadable: z.array(unreadableMediaSchema).default([]),
  /** Those the version has a document for; empty until it is in place. */
  editors: z.array(servedEditorSchema).default([]),
  createdAt: z.number().int(),
  finishedAt: z.number().int().nullable(),
  error: errorBodySchema.nullable(),
});

export type Delivery = z.infer<typeof deliverySchema>;

/** How a delivery begins. */
export const queuedDelivery = {
  state: 'queued',
  waitingFor: null,
  missingRoom: null,
  progress: 0,
  receivedBytes: 0,
  totalBytes: null,
  bytesPerSecond: null,
  folderName: null,
  folderPath: null,
  fileCount: 0,
  unreadable: [] as Delivery['unreadable'],
  editors: [] as Delivery['editors'],
  finishedAt: null,
  error: null,
} as const satisfies Partial<Delivery>;

/** What sending a project takes and leaves out, as far as its last version tells. */
const deliveryOutlookSchema = z.object({
  /** The version that another document would be added to, were the project still as it was; null without any. */
  lastVersion: z.object({ folderName: z.string(), projectUpdatedAt: z.number().int().nullable() }).nullable(),
  /** Of media and movie. */
  mediaBytes: z.number().int().nonnegative().nullable(),
  /** What the best document of each editor cannot carry of this very cut; empty where the cut is not known. */
  losses: z.array(z.object({ editor: editorNameSchema, losses: z.array(lossSchema) })),
});
export type DeliveryOutlook = z.infer<typeof deliveryOutlookSchema>;

/** How a version was opened. `missing`: names of files the editor did not find, where it imported the document. */
const openedVersionSchema = z.object({
  way: z.enum(['started', 'imported', 'revealed']),
  path: z.string(),
  missing: z.array(z.string()),
});
export type OpenedVersion = z.infer<typeof openedVersionSchema>;

/** A version on the disk. */
const versionFolderSchema = z.object({
  deliveryId: z.string(),
  projectId: z.string(),
  projectTitle: z.string(),
  folderName: z.string(),
  folderPath: z.string(),
  /** Unix time in seconds. */
  deliveredAt: z.number().int(),
  /** Of all its files. */
  sizeBytes: z.number().int().nonnegative(),
  /** What removing it gives back: other versions may share its files. */
  freedBytes: z.number().int().nonnegative(),
  /** Returns of it that wait for the user or are being worked on. */
  openReturnCount: z.number().int().nonnegative(),
  /** Names of the versions that were made from it and can be updated only while it is there. */
  dependents: z.array(z.string()),
});
export type VersionFolder = z.infer<typeof versionFolderSchema>;

export const deliveryCalls = {
  /**
   * Sends a project: to some editors, as documents of a format, or both. Where `mayAdd`, for editors
   * of a project that is as it was delivered last, what is missing is added to that version, which is returned.
   */
  'delivery.start': call(
    z.object({
      projectId: idSchema,
      format: deliveryFormatSchema.nullable(),
      editors: z.array(editorNameSchema).max(editorNameSchema.options.length).optional(),
      mediaDelivery: mediaDeliverySchema,
      mayAdd: z.boolean().optional(),
    }),
    deliverySchema,
  ),
  /** Newest first; of one project or of all. */
  'delivery.list': call(
    z.object({ projectId: idSchema.nullable(), limit: z.number().int().min(1).max(200) }),
    z.object({ deliveries: z.array(deliverySchema) }),
  ),
  'delivery.outlook': call(z.object({ projectId: idSchema }), deliveryOutlookSchema),
  'delivery.cancel': call(z.object({ deliveryId: idSchema }), deliverySchema),
  /** A failed or cancelled delivery once more, as a new one. */
  'delivery.retry': call(z.object({ deliveryId: idSchema }), deliverySchema),
  /**
   * Starts an editor with its document of the version, or has an open DaVinci Resolve Studio import it; where neither is
   * possible, shows the document in the file manager instead. @throws `not_found`, `editor_not_started`.
   */
  'delivery.open': call(
    z.object({ deliveryId: idSchema, editorId: z.string().min(1).max(4096) }),
    openedVersionSchema,
  ),
  /** Shows the document in the system's file manager. */
  'delivery.reveal': call(z.object({ deliveryId: idSchema }), z.object({})),
  /** The versions on the disk, the largest first; of one project or of all. `totalBytes` counts shared files once. */
  'delivery.folders': call(
    z.object({ projectId: idSchema.nullable() }),
    z.object({ folders: z.array(versionFolderSchema), totalBytes: z.number().int().nonnegative() }),
  ),
  /**
   * Moves the version's folder to the system's trash.
   * @throws `conflict` while returns of it are open (reason `open_returns`), `not_found` where it is not there,
   * `not_trashed` where the system refuses, `not_supported_here`.
   */
  'delivery.discard': call(z.object({ deliveryId: idSchema }), deliverySchema),
};
