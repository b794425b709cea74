import { z } from 'zod';
import { changeSchema } from '../../src-timeline/changes/change.ts';
import { mediaReferenceSchema, timelineSchema } from '../../src-timeline/model/cut-record.ts';
import { errorBodySchema } from '../app-error.ts';
import { call, event } from '../ipc/define.ts';
import { mediaPathSchema } from './app/app.ts';
import { idSchema } from './id.ts';
import { returnEditSchema } from './return-edit.ts';
import { returnChoicesSchema, returnUpdateSchema } from './return.ts';
import { sceneSchema } from './scene.ts';
import { narrationSchema, toolTakeSchemas } from './tool-take.ts';
import { transferSchema } from './transfer.ts';

/** A cut that can be played. `project`: what the service has now. `yours`: the project cut with your changes. */
const cutOfSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('project') }),
  z.object({ kind: z.literal('yours') }),
  z.object({ kind: z.literal('version'), deliveryId: idSchema }),
  z.object({ kind: z.literal('return'), returnId: idSchema }),
]);
export type CutOf = z.infer<typeof cutOfSchema>;

/**
 * `making`: a form that the page can play is being made. `offline`: at the service, which does not answer.
 * `missing`: a file of this computer that is not in its place. `unsupported`: nothing here can play it.
 */
const cutMediaSchema = z.object({
  /** Null unless `ready`. */
  path: mediaPathSchema.nullable(),
  state: z.enum(['ready', 'making', 'offline', 'missing', 'unsupported']),
  fileName: z.string(),
  /** Name of the codec or container where it is known. */
  codec: z.string().nullable(),
});
export type CutMedia = z.infer<typeof cutMediaSchema>;

/** One picture, clip or voice that a scene had or could have. */
export const takeSchema = z.object({
  takeId: z.string(),
  projectId: z.string(),
  sceneId: z.string(),
  kind: z.enum(['picture', 'voice']),
  /** `missing`: the user's own file is not in its place, or is another one. */
  state: z.enum(['ready', 'running', 'failed', 'missing']),
  /** Name of the file; until a tool has made it, the title that it was asked for with. */
  name: z.string(),
  /** For a change that shows it, as it is; its location is blank. Null until it is there. */
  media: mediaReferenceSchema.nullable(),
  mediaPath: mediaPathSchema.nullable(),
  /** Words that it was made from; null for a file. */
  prompt: z.string().nullable(),
  /** Words that a voice was given to say; null for others. */
  spokenText: z.string().nullable(),
  /** Job of the ledger that makes it; null for a file. */
  jobId: z.string().nullable(),
  error: errorBodySchema.nullable(),
  createdAt: z.number().int(),
});
export type Take = z.infer<typeof takeSchema>;

/** The picture or voice that a scene of your cut has in the project cut. */
const originalSchema = z.object({
  sceneId: z.string(),
  kind: takeSchema.shape.kind,
  mediaId: z.string(),
  sourceStartFrame: z.number().int(),
});
export type Original = z.infer<typeof originalSchema>;

const cutViewSchema = z.object({
  projectId: z.string(),
  of: cutOfSchema,
  /** Locations are blank; `media` says by id how each is reached. */
  timeline: timelineSchema,
  media: z.record(z.string(), cutMediaSchema),
  scenes: z.array(sceneSchema),
  /** Of the project, newest first; for your cut only. */
  takes: z.array(takeSchema),
  /** For your cut only, as far as it has their media. */
  originals: z.array(originalSchema),
  /** How your cut differs from the project cut that it began with. */
  edits: z.array(returnEditSchema),
  canUndo: z.boolean(),
  canRedo: z.boolean(),
  /** True if the project has a newer cut than your changed cut began with, so that `cut.previewUpdate` makes sense. */
  hasUpdate: z.boolean(),
  /**
   * The project's `updatedAt` that the project cut was read from, of your cut the one that it began with; null for a
   * version or return.
   */
  updatedAt: z.number().int().nullable(),
  fetchedAt: z.number().int().nullable(),
  /** True if this is an older project cut, because the present one is not read yet or cannot be; see `error`. */
  isStored: z.boolean(),
  /** Why the present project cut could not be read. */
  error: errorBodySchema.nullable(),
});
export type CutView = z.infer<typeof cutViewSchema>;

/** Facts that the page read from a file, where main cannot read them. */
const measuredSchema = z.object({
  /** Null for stills. */
  durationSeconds: z.number().positive().nullable(),
  /** Null for sounds. */
  size: z.object({ width: z.number().int().positive(), height: z.number().int().positive() }).nullable(),
  hasSound: z.boolean(),
});
export type Measured = z.infer<typeof measuredSchema>;

const takeSourceSchema = z.union([
  /** A grant. The file stays where it is. */
  z.object({ file: idSchema, measured: measuredSchema }),
  /** A file of the active service, which is downloaded. */
  z.object({ library: idSchema }),
  /** A job of the active service. The take is `running` until it ends. */
  ...toolTakeSchemas,
]);
export type TakeSource = z.infer<typeof takeSourceSchema>;

/** The project's later changes merged into your cut. Nothing is stored. */
const cutUpdateSchema = returnUpdateSchema
  .pick({ time: true, carried: true, left: true, conflicts: true })
  .extend({
    /** Null if the update is possible. `up-to-date`: the project has no newer cut. `other-rate`: it has another rate. */
    blocker: z.enum(['up-to-date', 'other-rate']).nullable(),
    /** The project's `updatedAt` that it would update to. */
    updatedAt: z.number().int(),
  });
export type CutUpdate = z.infer<typeof cutUpdateSchema>;

const projectInput = z.object({ projectId: idSchema });
/** More changes than several scenes at once need. */
const maxChanges = 2_000;
/** Frames that one call draws. */
export const maxCutFrames = 12;

export const cutCalls = {
  /**
   * Returns a cut at once if one is stored, and looks whether the project has a newer one; `cut.changed` follows then.
   * Waits for the first cut of a project.
   * @throws `conflict` with `reason` `generating` while the service has no cut yet; `not_found`, `document_unreadable`,
   * and as a delivery; for a return as `return.keep`.
   */
  'cut.get': call(
    projectInput.extend({
      of: cutOfSchema,
      /** The user asks to read a project cut again that could not be read. */
      isRetry: z.boolean().optional(),
    }),
    cutViewSchema,
  ),
  /**
   * Makes one step of several changes. It is on the disk before the answer. Media are those of the cut or of takes, by
   * `mediaId`.
   * @throws `conflict` with `reason` `newer_cut` if your cut does not begin with the one of `updatedAt` any more, as
   * scenes have other ids then; `invalid_input` with `reason` `unknown_media`; `not_found` without a project cut;
   * `disk_full`.
   */
  'cut.change': call(
    projectInput.extend({
      updatedAt: z.number().int(),
      changes: z.array(changeSchema).min(1).max(maxChanges),
    }),
    cutViewSchema,
  ),
  /** Undoes the last step; without one, the last update or restoration. Does nothing if there is none. */
  'cut.undo': call(projectInput, cutViewSchema),
  'cut.redo': call(projectInput, cutViewSchema),
  /** Makes your cut the project cut again; can be undone. */
  'cut.discard': call(projectInput, cutViewSchema),
  /** Makes a version's cut yours; can be undone. @throws `not_found`, `document_unreadable`. */
  'cut.restore': call(projectInput.extend({ deliveryId: idSchema }), cutViewSchema),
  /** Shows the project's later changes and the conflicts with yours. */
  'cut.previewUpdate': call(projectInput.extend({ choices: returnChoicesSchema }), cutUpdateSchema),
  /**
   * Makes your cut with the project's later changes; can be undone.
   * @throws `conflict` with `reason` `undecided` while a conflict has no choice, `same_cut` if there is no newer cut, or
   * `newer_cut` if the project's is not of `updatedAt` any more.
   */
  'cut.update': call(
    projectInput.extend({ updatedAt: z.number().int(), choices: returnChoicesSchema }),
    cutViewSchema,
  ),
  /**
   * Adds a take to a scene. The cut stays, except that a voice made by a tool is the scene's when it is there.
   * @throws `file_type_unsupported`, `file_unreadable`, `not_found`, `disk_full`, and as a download.
   */
  'cut.addTake': call(
    projectInput.extend({
      sceneId: z.string().max(100),
      kind: takeSchema.shape.kind,
      source: takeSourceSchema,
    }),
    takeSchema,
  ),
  /**
   * Makes the movie of your cut where the user chooses, as `export.saveMovie`; the transfer reports the progress.
   * @throws `not_supported_here` with `reason` `no_engine`, `not_found` without a cut.
   */
  'cut.saveMovie': call(
    projectInput.extend({
      /** True to draw the captions into the pictures. */
      hasCaptions: z.boolean(),
    }),
    z.object({ transfer: transferSchema.nullable() }),
  ),
  /**
   * Draws frames of your cut as the page plays them, as JPEGs in base64 of at most 320 pixels a side, in their order.
   * @throws `not_supported_here` with `reason` `no_engine`, `file_unreadable` for missing media, `not_found` without a
   * cut.
   */
  'cut.frames': call(
    projectInput.extend({ frames: z.array(z.number().int().min(0)).min(1).max(maxCutFrames) }),
    z.object({ pictures: z.array(z.string()) }),
  ),
  /** Finds a missing file in another place. @throws `conflict` with `reason` `another_file` for other content. */
  'cut.findTake': call(z.object({ takeId: idSchema, file: idSchema }), takeSchema),
  /**
   * Makes a failed take of a tool again: downloads it where the job has succeeded, else starts a new job.
   * @throws `conflict` unless it has failed, `not_found`, `disk_full`.
   */
  'cut.retryTake': call(z.object({ takeId: idSchema }), takeSchema),
  /** Returns how the project is spoken and drawn, as its generation, remixes and takes asked for it. */
  'cut.narration': call(projectInput, narrationSchema),
  /**
   * Removes a take, and cancels the job that makes it.
   * @throws `conflict` with `reason` `in_use` while your cut or an undone step shows it, or a delivery of your cut is
   * under way.
   */
  'cut.removeTake': call(z.object({ takeId: idSchema }), z.object({})),
};

export const cutEvents = {
  /** The project cut or your cut is another one, or its state is. */
  'cut.changed': event(z.object({ projectId: z.string() })),
  'cut.takesChanged': event(z.object({ projectId: z.string() })),
};
