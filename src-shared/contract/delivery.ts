import { z } from 'zod';
import { lossSchema } from '../../src-timeline/model/losses.ts';
import { errorBodySchema } from '../app-error.ts';
import { call } from '../ipc/define.ts';
import { localConnectionId } from './connection.ts';
import { editorNameSchema, servedEditorSchema } from './editor.ts';
import { idSchema } from './id.ts';
import { returnEditorSchema } from './return-editor.ts';
import { missingRoomSchema, waitingForSchema } from './transfer.ts';

export const deliveryFormatSchema = z.enum(['FCPXML', 'PREMIERE_XML', 'OTIO', 'SRT']);
export type DeliveryFormat = z.infer<typeof deliveryFormatSchema>;

/** Format of a version's document. */
export const documentFormatSchema = z.enum([
  ...deliveryFormatSchema.options,
  ...(['KDENLIVE', 'SHOTCUT', 'EDL', 'VTT'] as const),
]);
export type DocumentFormat = z.infer<typeof documentFormatSchema>;

/** File name endings of a version's documents, longer ones first. */
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
  /** File names. */
  files: z.array(z.string()),
  /** Formats of the files, such as `VP9 in WebM`. */
  forms: z.array(z.string()),
});
export type UnreadableMedia = z.infer<typeof unreadableMediaSchema>;

/** `yours` is the project's cut with the user's changes. */
const deliveredCutSchema = z.enum(['project', 'yours']);
export type DeliveredCut = z.infer<typeof deliveredCutSchema>;

/** Where a cut that is not the project's was made: `dailies` for your cut, else the editor that it came back from. */
export const cutOriginSchema = z.object({
  editor: z.enum([...returnEditorSchema.options, 'dailies']),
  /** Unix time in seconds: of the delivery, or of the return. */
  madeAt: z.number().int(),
});
export type CutOrigin = z.infer<typeof cutOriginSchema>;

/** The steps of one delivery in order. `trashed`: was done, and its version is now in the system's trash. */
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
  /** Connection on which the delivery was started. */
  connectionId: z.string().default(localConnectionId),
  projectId: z.string(),
  projectTitle: z.string(),
  /** Format requested from the service. */
  format: deliveryFormatSchema,
  /** Editors that the user chose; empty for all that accept the format. */
  chosenEditors: z.array(editorNameSchema).default([]),
  mediaDelivery: mediaDeliverySchema,
  /** Null for the project's cut. */
  cutOrigin: cutOriginSchema.nullable().default(null),
  state: deliveryStateSchema,
  /** Blocker of the delivery or of one of its downloads; null while it is working. */
  waitingFor: waitingForSchema.exclude(['decision']).nullable().default(null),
  /** Set if `waitingFor` is `space` and the system reports the amount. */
  missingRoom: missingRoomSchema.nullable().default(null),
  /** 0 to 1 within the current step. */
  progress: z.number().min(0).max(1),
  receivedBytes: z.number().int().nonnegative(),
  totalBytes: z.number().int().nonnegative().nullable(),
  bytesPerSecond: z.number().nonnegative().nullable(),
  /** Name of the version folder, `<Project>_v001`; null until chosen. */
  folderName: z.string().nullable(),
  /** Path of the folder, for display and copying; null until the folder exists. */
  folderPath: z.string().nullable(),
  fileCount: z.number().int().nonnegative(),
  /** Empty until the version is in place, and if its editors can read all media. */
  unreadable: z.array(unreadableMediaSchema).default([]),
  /** Editors that have a document in the version; empty until it is in place. */
  editors: z.array(servedEditorSchema).default([]),
  createdAt: z.number().int(),
  finishedAt: z.number().int().nullable(),
  error: errorBodySchema.nullable(),
});

export type Delivery = z.infer<typeof deliverySchema>;

/** Initial state of a delivery. */
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

/** Expected content and losses of a delivery, based on the project's last version. */
const deliveryOutlookSchema = z.object({
  /** Version of the same cut that would receive another document if the project has not changed since; null without. */
  lastVersion: z.object({ folderName: z.string(), projectUpdatedAt: z.number().int().nullable() }).nullable(),
  /** Size of media and movie. */
  mediaBytes: z.number().int().nonnegative().nullable(),
  /** Losses of this particular cut in the best document of each editor; empty if the cut is unknown. */
  losses: z.array(z.object({ editor: editorNameSchema, losses: z.array(lossSchema) })),
  /** Pixels of the last version's sequence; null without one. */
  frameSize: z.object({ width: z.number().int(), height: z.number().int() }).nullable().default(null),
});
export type DeliveryOutlook = z.infer<typeof deliveryOutlookSchema>;

/** How a version was opened. `missing`: names of files that the editor did not find when it imported the document. */
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
  /** Total size of its files. */
  sizeBytes: z.number().int().nonnegative(),
  /** Bytes that removing it would free. Other versions may share its files. */
  freedBytes: z.number().int().nonnegative(),
  /** Number of its returns that wait for the user or are in progress. */
  openReturnCount: z.number().int().nonnegative(),
  /** Names of versions derived from it, which can be updated only while it exists. */
  dependents: z.array(z.string()),
  /** Names of other versions that use media in its folder, and lose these with it. */
  mediaUsers: z.array(z.string()),
});
export type VersionFolder = z.infer<typeof versionFolderSchema>;

export const deliveryCalls = {
  /**
   * Delivers a project to certain editors, as documents of a format, or both. With `mayAdd`, if the project has not
   * changed since its last version, adds the documents that the editors lack to that version and returns it.
   */
  'delivery.start': call(
    z.object({
      /** The active connection by default. */
      connectionId: idSchema.optional(),
      projectId: idSchema,
      format: deliveryFormatSchema.nullable(),
      editors: z.array(editorNameSchema).max(editorNameSchema.options.length).optional(),
      mediaDelivery: mediaDeliverySchema,
      mayAdd: z.boolean().optional(),
      /** `project` leaves the user's changes out. By default, and only with media, the cut of the user. */
      cut: deliveredCutSchema.optional(),
    }),
    deliverySchema,
  ),
  /** Lists deliveries, newest first; of one project or of all. */
  'delivery.list': call(
    z.object({ projectId: idSchema.nullable(), limit: z.number().int().min(1).max(200) }),
    z.object({ deliveries: z.array(deliverySchema) }),
  ),
  'delivery.outlook': call(
    z.object({ projectId: idSchema, cut: deliveredCutSchema.optional() }),
    deliveryOutlookSchema,
  ),
  'delivery.cancel': call(z.object({ deliveryId: idSchema }), deliverySchema),
  /** Retries a failed or cancelled delivery as a new one. */
  'delivery.retry': call(z.object({ deliveryId: idSchema }), deliverySchema),
  /**
   * Starts an editor with its document of the version, or lets an open DaVinci Resolve Studio import it. If neither is
   * possible, shows the document in the file manager.
   * @throws `not_found`, `editor_not_started`.
   */
  'delivery.open': call(
    z.object({ deliveryId: idSchema, editorId: z.string().min(1).max(4096) }),
    openedVersionSchema,
  ),
  /** Shows the document in the system's file manager. */
  'delivery.reveal': call(z.object({ deliveryId: idSchema }), z.object({})),
  /** Lists the versions on the disk, largest first; of one project or of all. `totalBytes` counts shared files once. */
  'delivery.folders': call(
    z.object({ projectId: idSchema.nullable() }),
    z.object({ folders: z.array(versionFolderSchema), totalBytes: z.number().int().nonnegative() }),
  ),
  /**
   * Moves the version's folder to the system's trash.
   * @throws `conflict` while it has open returns (reason `open_returns`) or your cut shows media in it (reason
   * `in_your_cut`), `not_found` if the folder is missing, `not_trashed` if the system refuses, `not_supported_here`.
   */
  'delivery.discard': call(z.object({ deliveryId: idSchema }), deliverySchema),
};
