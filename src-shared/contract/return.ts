import { z } from 'zod';
import type { MergeField } from '../../src-timeline/merge/merge-types.ts';
import { itemKinds, timelineFormats } from '../../src-timeline/model/timeline.ts';
import { errorBodySchema } from '../app-error.ts';
import { call, event } from '../ipc/define.ts';
import { idSchema } from './id.ts';
import { frameSpanSchema, returnEditSchema, sentenceSchema } from './return-edit.ts';
import { returnEditorSchema } from './return-editor.ts';
import { waitingForSchema } from './transfer.ts';

export type { ReturnEdit, ReturnSentence } from './return-edit.ts';

/**
 * `settling`: the file is still being written, or cannot be read yet. `described`: the changes are known. `kept`: it is
 * a version. `uploaded`: a movie that is in the library of the service. `dismissed`: the user dismissed it. `failed`:
 * the file no longer changes and cannot be read; `error` says why.
 */
const returnStateSchema = z.enum(['settling', 'described', 'kept', 'uploaded', 'dismissed', 'failed']);
export type ReturnState = z.infer<typeof returnStateSchema>;

export const returnSchema = z.object({
  returnId: z.string(),
  /** Connection of the delivery. */
  connectionId: z.string(),
  projectId: z.string(),
  projectTitle: z.string(),
  deliveryId: z.string(),
  /** Name of the version's folder, `<Project>_v003`. */
  versionName: z.string(),
  /** Path of the file, for display and copying. */
  path: z.string(),
  fileName: z.string(),
  editor: returnEditorSchema,
  kind: z.enum(['timeline', 'captions', 'movie']),
  state: returnStateSchema,
  /** Null unless it failed. */
  error: errorBodySchema.nullable(),
  /** Sequences of the document that could be the cut, of which the user chooses one; empty if the choice is clear. */
  sequences: z.array(z.object({ key: z.string(), name: z.string() })).default([]),
  /** Sequence that was read without asking, of `count` in the document; null in a document of one, or if the user chose. */
  readSequence: z.object({ name: z.string(), count: z.number().int().positive() }).nullable().default(null),
  /** The most important edits, at most five; empty until described, and if nothing changed. */
  summary: z.array(sentenceSchema).max(5),
  counts: z.object({
    /** Number of edits, excluding losses of the formats. */
    edits: z.number().int().nonnegative(),
    /** Number of losses in the formats on the way. */
    losses: z.number().int().nonnegative(),
  }),
  /** True while the file is not at its path; it cannot be shown or kept then. */
  isMissing: z.boolean(),
  /** True for a return that the app made for the user to practise with. */
  isPractice: z.boolean(),
  /** Delivery and folder name of the version made from the return; null until then. */
  keptAs: z.object({ deliveryId: z.string(), versionName: z.string() }).nullable(),
  /**
   * What an interrupted keep or update of the return waits for since the app started again; null without such a wait.
   * It continues automatically.
   */
  waitingFor: waitingForSchema.extract(['folder', 'space']).nullable().default(null),
  /** Transfer that uploads it, or uploaded it, to the library; null without one. */
  uploadId: z.string().nullable(),
  /**
   * Delivery of the project's current cut that the return waits for, to be updated with it; null without one. `error`:
   * why the update ended without a version; null while it continues. Its reason `undecided`: the cut has arrived, and
   * the user must decide on conflicts; `same_cut`: the cut has no changes to carry over.
   */
  awaitedCut: z
    .object({ deliveryId: z.string(), error: errorBodySchema.nullable() })
    .nullable()
    .default(null),
  /** Time of the file's last change. Unix time in seconds. */
  returnedAt: z.number().int(),
});
export type Return = z.infer<typeof returnSchema>;

/** True if the return waits for a cut to be updated with. */
export function awaitsCut({ awaitedCut }: Pick<Return, 'awaitedCut'>): boolean {
  return awaitedCut !== null && awaitedCut.error === null;
}

/** Returns `another` for a cut that has none of the delivered media, `empty` for one without any; null for an edit. */
export function wholeChangeOf({ summary }: Pick<Return, 'summary'>): 'another' | 'empty' | null {
  const found = (['another', 'empty'] as const).find((change) => summary[0]?.key === `edits.cut.${change}`);
  return found ?? null;
}

const stripEventSchema = frameSpanSchema.extend({
  /** Unique within both strips. */
  eventId: z.string(),
  /** File name of the media; words or name of an item without media, else empty. */
  name: z.string(),
  /** Kind of an item without media; null for a clip. */
  itemKind: z.enum(itemKinds).nullable().default(null),
  /** Scene number in the delivered cut, from 1; null if it has none. */
  scene: z.number().int().positive().nullable(),
  /** Events of the other strip that are the same clip or item, or its pieces; empty for removed or added ones. */
  counterparts: z.array(z.string()),
  isDisabled: z.boolean(),
});
export type StripEvent = z.infer<typeof stripEventSchema>;

const stripSchema = z.object({
  durationFrames: z.number().int().nonnegative(),
  /** Rows in an editor's order, from the top: pictures, highest track first, then sound. */
  rows: z.array(
    z.object({
      role: z.enum(['video', 'background', 'dialogue', 'music', 'effects']),
      name: z.string(),
      /** Ordered by start. */
      events: z.array(stripEventSchema),
    }),
  ),
});
export type ReturnStrip = z.infer<typeof stripSchema>;

/** An item without media that stays behind in the editor's file. */
const stayingItemSchema = z.object({
  /** Names the item: kind, words or name, place and length. */
  sentence: sentenceSchema,
  /** Formats whose documents lack it. */
  formats: z.array(z.enum(timelineFormats)),
});
export type StayingItem = z.infer<typeof stayingItemSchema>;

export const returnDetailSchema = returnSchema.extend({
  /** Path of the movie to play; null if the return is no movie, or the file is missing. */
  moviePath: z.string().nullable(),
  /** Ordered by place in the delivered cut; losses of the formats come last, as `format-loss`. */
  edits: z.array(returnEditSchema),
  /** Items without media that some documents of a version made from the return will not contain. */
  staying: z.array(stayingItemSchema).default([]),
  /** Files outside the version that the cut shows; absent without any. */
  mediaOutside: z
    .object({ count: z.number().int().positive(), sizeBytes: z.number().int().nonnegative() })
    .optional(),
  /** Both strips, in frames of the delivered cut's rate; null for captions, movies and undescribed returns. */
  strips: z
    .object({
      frameRate: z.object({ numerator: z.number().int(), denominator: z.number().int() }),
      /** Timecode of the first frame, as a frame count. */
      startFrame: z.number().int().nonnegative(),
      isDropFrame: z.boolean(),
      delivered: stripSchema,
      returned: stripSchema,
    })
    .nullable(),
});
export type ReturnDetail = z.infer<typeof returnDetailSchema>;

const mergeFields = [
  'added',
  'removed',
  'order',
  'place',
  'split',
  'media',
  'cut',
  'levels',
  'motion',
  'transition',
  'disabled',
  'markers',
  'items',
  'captions',
  'sequence',
] as const satisfies readonly MergeField[];

const choiceSchema = z.enum(['ours', 'theirs', 'both']);
export type ReturnChoice = z.infer<typeof choiceSchema>;
/**
 * Whose change wins, by conflict id. `ours`: the editor's. `theirs`: the project's. `both`: theirs after ours, each for
 * half of the time; if that is impossible, ours.
 */
export const returnChoicesSchema = z.record(z.string(), choiceSchema);
export type ReturnChoices = z.infer<typeof returnChoicesSchema>;

const pictureSchema = z.object({
  /** Like `mediaPathSchema`. Valid until the next preview of an update. */
  mediaPath: z.string(),
  kind: z.enum(['still', 'movie']),
  /** Time of the frame in a movie; 0 for stills. */
  seconds: z.number().nonnegative(),
});
export type ConflictPicture = z.infer<typeof pictureSchema>;

const updateConflictSchema = z.object({
  conflictId: z.string(),
  /** Part of the cut that both sides changed. */
  field: z.enum(mergeFields),
  /** File name, words or name of the changed item. */
  subject: z.string(),
  /** Scene number in the delivered cut, from 1; null if it has none. */
  scene: z.number().int().positive().nullable(),
  /** Place in the delivered cut; null if it has no place of its own. */
  place: frameSpanSchema.nullable(),
  /** Changes of each side; empty if no sentence describes them. */
  ours: z.array(sentenceSchema),
  theirs: z.array(sentenceSchema),
  mayTakeBoth: z.boolean(),
  /** Picture in the middle of the place in each cut; null if the cut shows none there or the file is unknown. */
  pictures: z.object({ ours: pictureSchema.nullable(), theirs: pictureSchema.nullable() }),
});
export type UpdateConflict = z.infer<typeof updateConflictSchema>;

/** Result of merging the project's later changes into an edit. */
export const returnUpdateSchema = z.object({
  /**
   * Null if the update is possible. `up-to-date`: no version with a newer cut of the project was delivered.
   * `other-rate`: the edit has another frame rate. `no-base`: the version that the edit is based on is missing.
   */
  blocker: z.enum(['up-to-date', 'other-rate', 'no-base']).nullable(),
  /** Version with the project's newest cut; null if there is none. */
  newCut: z.object({ deliveryId: z.string(), versionName: z.string() }).nullable(),
  /** Rate and timecode in which places are counted. */
  time: z.object({
    frameRate: z.object({ numerator: z.number().int(), denominator: z.number().int() }),
    startFrame: z.number().int().nonnegative(),
    isDropFrame: z.boolean(),
  }),
  /** Changes of the project that are carried over: `before` in the delivered cut, `after` in the project's. */
  carried: z.array(returnEditSchema),
  /** Changes that are not carried over, because the editor removed the clip or scene that they concern. */
  left: z.array(returnEditSchema),
  /** Items without media that some documents of the updated edit will not contain; of the returned cut if blocked. */
  staying: z.array(stayingItemSchema),
  /** Changes to parts that the editor changed too. A choice may cause further conflicts. */
  conflicts: z.array(updateConflictSchema),
  /** Choices for the last version made of this edit and this cut; empty if there is none. */
  lastChoices: returnChoicesSchema,
});
export type ReturnUpdate = z.infer<typeof returnUpdateSchema>;

/** Whether the project has changed since the version with its newest cut. */
const projectStateSchema = z.object({
  /** `unknown`: the service does not answer, or the delivered state of the project is not recorded. */
  state: z.enum(['unchanged', 'changed', 'unknown']),
  /** Name of the version with the project's newest cut, else of the returned version. */
  versionName: z.string(),
  /** True if the edit has the cut of that version, as it came or by its last update. */
  isInEdit: z.boolean(),
});
export type ProjectState = z.infer<typeof projectStateSchema>;

const returnIdInput = z.object({ returnId: idSchema });

const watchedFolderSchema = z.object({
  path: z.string(),
  state: z.enum(['watching', 'missing', 'too_big', 'no_permission']),
});
/** A folder of the user where the app looks for returns. */
export type WatchedFolder = z.infer<typeof watchedFolderSchema>;

const watchedFoldersSchema = z.object({ folders: z.array(watchedFolderSchema) });

export const returnCalls = {
  /** Lists returns, newest first; of one project or of all. Excludes dismissed ones unless requested. */
  'return.list': call(
    z.object({
      projectId: idSchema.nullable(),
      withDismissed: z.boolean(),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(200),
    }),
    z.object({
      returns: z.array(returnSchema),
      /** Number of all matching returns. */
      totalCount: z.number().int().nonnegative(),
      /** Number of those that the user has not decided on: described or failed. */
      openCount: z.number().int().nonnegative(),
      /** Number of those that the user dismissed. */
      dismissedCount: z.number().int().nonnegative(),
    }),
  ),
  /** @throws `not_found`. */
  'return.get': call(returnIdInput, returnDetailSchema),
  /**
   * Takes a file that the user shows as a return of its version; the file stays in place. Bytes without a path are
   * saved in that version's folder for returns.
   * @throws `return_unmatched` if no version matches, `conflict` with `reason` `as_delivered`, `file_type_unsupported`,
   * `file_unreadable`, `document_unreadable`.
   */
  'return.take': call(z.object({ fileGrant: idSchema }), returnSchema),
  /**
   * Adds a copy of the newest version's document with a few edits to its returns, as an editor would; an existing copy
   * stays.
   * @throws `not_found` with `reason` `no_version`, and as `return.take`.
   */
  'return.practise': call(z.object({}), returnSchema),
  /** Removes a practice return and its file. @throws `not_found`, `conflict` for any other return. */
  'return.removePractice': call(returnIdInput, z.object({})),
  /**
   * Dismisses a return; the file stays.
   * @throws `not_found`, `conflict` for one that is kept, uploaded or about to be updated.
   */
  'return.dismiss': call(returnIdInput, returnSchema),
  /**
   * Gives up an interrupted keep or update that waits for its drive, and the present cut for it; the return is as before.
   * @throws `not_found`, `conflict` if it waits for no drive.
   */
  'return.cancelKeep': call(returnIdInput, returnSchema),
  /**
   * Reads the return by the sequence that the user chose, and remembers the choice.
   * @throws `not_found`, `conflict` for a sequence that is not among `sequences`, `file_unreadable`.
   */
  'return.chooseSequence': call(returnIdInput.extend({ key: z.string() }), returnSchema),
  /** Undoes a dismissal. @throws `not_found`, `conflict` if the return is not dismissed. */
  'return.restore': call(returnIdInput, returnSchema),
  /**
   * Makes the returned cut the next version of its project, with documents for every editor. The editor's own file
   * stays unchanged in place. With `collects`, media from outside the version are copied into the new one; else they
   * stay where they are. Returns the same record if the return is already kept.
   * @throws `not_found`, `conflict` if it is no edit with known changes (see `wholeChangeOf`) or waits for the project's
   * current cut, or with `reason` `read_again` if its changes are not those described (`return.get` has the present ones), and as a delivery.
   */
  'return.keep': call(returnIdInput.extend({ collects: z.boolean() }), returnSchema),
  /**
   * Uploads a movie to the library of the service its version came from. Does not upload the same movie twice. If the
   * library already has the content, the transfer waits for a decision.
   * @throws `not_found`, `conflict` if it is no movie, and as `transfer.upload`.
   */
  'return.upload': call(returnIdInput, returnSchema),
  /**
   * Computes the result of merging the project's later changes into the edit. Writes no file.
   * @throws `not_found`, `conflict` if it is no cut with known changes or as `return.keep`, `document_unreadable`.
   */
  'return.previewUpdate': call(returnIdInput.extend({ choices: returnChoicesSchema }), returnUpdateSchema),
  /**
   * Makes the edit with the project's later changes the next version, like `return.keep`. Can be repeated with other
   * choices; each call makes a version.
   * @throws `conflict` while a conflict is undecided, or if `deliveryId` no longer has the project's newest cut; and as
   * `return.keep`.
   */
  'return.update': call(
    returnIdInput.extend({ deliveryId: idSchema, choices: returnChoicesSchema }),
    returnSchema,
  ),
  /** Asks the service whether the project has changed since its last delivery. @throws `not_found`. */
  'return.checkProject': call(returnIdInput, projectStateSchema),
  /**
   * Delivers the project's current cut to the same editors as before and, once it arrives, makes the edit with it the
   * next version, also after a restart. `awaitedCut` reports the progress. Does nothing more if the return already
   * waits for a cut.
   * @throws `not_found`, `conflict` if it is no cut with known changes or is being kept; and as `delivery.start`.
   */
  'return.updateWithPresentCut': call(returnIdInput, returnSchema),
  'return.folders': call(z.object({}), watchedFoldersSchema),
  /**
   * Opens the native chooser; returns the list unchanged if the user cancels. `not_supported_here` without a chooser.
   * @throws `folder_not_watchable`.
   */
  'return.watchFolder': call(z.object({}), watchedFoldersSchema),
  /** Stops watching a folder. Returns found there stay. */
  'return.unwatchFolder': call(watchedFolderSchema.pick({ path: true }), watchedFoldersSchema),
  /** Shows the file in the system's file manager. @throws `not_found`. */
  'return.reveal': call(returnIdInput, z.object({})),
};

export const returnEvents = {
  'return.foldersChanged': event(watchedFoldersSchema),
  /** Returns that were added or changed, and ids of removed ones, whose file was deleted before it could be read. */
  'return.changed': event(z.object({ returns: z.array(returnSchema), removedIds: z.array(z.string()) })),
};
