import { z } from 'zod';
import { errorBodySchema } from '../app-error.ts';
import { call, event } from '../ipc/define.ts';
import type { EditKind } from '../timeline/diff/edit.ts';
import type { MergeField } from '../timeline/merge/merge-types.ts';
import type { EditorName } from './editor.ts';
import { idSchema } from './id.ts';

/** What made the document that came back, as the document tells it. `otio`, `edl`, `srt`: nothing tells which program. */
const returnEditorSchema = z.enum([
  'kdenlive',
  'shotcut',
  'final-cut',
  'premiere',
  'resolve',
  'otio',
  'edl',
  'srt',
  'movie',
]);
export type ReturnEditor = z.infer<typeof returnEditorSchema>;

/** The editors among the sources, by the names that versions use for them. */
export const editorOfReturn: Partial<Record<ReturnEditor, EditorName>> = {
  kdenlive: 'KDENLIVE',
  shotcut: 'SHOTCUT',
  'final-cut': 'FINAL_CUT',
  premiere: 'PREMIERE',
  resolve: 'RESOLVE',
};

/**
 * `settling`: it is still being written, or cannot be read yet. `described`: what changed is known. `kept`: it is a
 * version. `uploaded`: a movie that is in the library of the service. `dismissed`: the user put it away. `failed`: it rests and cannot be read; `error` says why.
 */
const returnStateSchema = z.enum(['settling', 'described', 'kept', 'uploaded', 'dismissed', 'failed']);
export type ReturnState = z.infer<typeof returnStateSchema>;

/** A sentence about an edit: the key of its message with what goes into it, and in English. */
const sentenceSchema = z.object({
  /** Such as `edits.removed.scene`; see `src-shared/timeline/diff/messages.ts`. */
  key: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  text: z.string(),
});
export type ReturnSentence = z.infer<typeof sentenceSchema>;

export const returnSchema = z.object({
  returnId: z.string(),
  /** That of the delivery. */
  connectionId: z.string(),
  projectId: z.string(),
  projectTitle: z.string(),
  deliveryId: z.string(),
  /** Name of the version's folder, `<Project>_v003`. */
  versionName: z.string(),
  /** Where the file is, for display and copying. */
  path: z.string(),
  fileName: z.string(),
  editor: returnEditorSchema,
  kind: z.enum(['timeline', 'captions', 'movie']),
  state: returnStateSchema,
  /** Null unless it failed. */
  error: errorBodySchema.nullable(),
  /** What matters most, five at most; none until it is described, and where nothing changed. */
  summary: z.array(sentenceSchema).max(5),
  counts: z.object({
    /** Edits, without what the formats lost. */
    edits: z.number().int().nonnegative(),
    /** What the formats on the way did not carry. */
    losses: z.number().int().nonnegative(),
  }),
  /** True while the file is not where it was: it cannot be shown or kept then. */
  isMissing: z.boolean(),
  /** True for one that the app made for the user to practise with. */
  isPractice: z.boolean(),
  /** The delivery that the return was kept as, and the name of its folder; null until then. */
  keptAs: z.object({ deliveryId: z.string(), versionName: z.string() }).nullable(),
  /** The transfer that sends it, or sent it, to the library; null while it is not sent. */
  uploadId: z.string().nullable(),
  /**
   * The delivery of the project's present cut that it is to be updated with; null where none is waited for. `error`: why
   * the update ended without a version; null while it goes on. Its reason `undecided`: the cut is there, and what both
   * changed is to be decided on; `same_cut`: there is nothing to carry.
   */
  awaitedCut: z
    .object({ deliveryId: z.string(), error: errorBodySchema.nullable() })
    .nullable()
    .default(null),
  /** When the file was last changed. Unix time in seconds. */
  returnedAt: z.number().int(),
});
export type Return = z.infer<typeof returnSchema>;

/** Whether it is to be updated with a cut that is on its way. */
export function awaitsCut({ awaitedCut }: Pick<Return, 'awaitedCut'>): boolean {
  return awaitedCut !== null && awaitedCut.error === null;
}

const editKinds = [
  'removed',
  'added',
  'moved',
  'trimmed',
  'slipped',
  'split',
  'joined',
  'replaced',
  'retimed',
  'level',
  'motion',
  'effect',
  'transition',
  'caption',
  'disabled',
  'marker',
  'format-loss',
] as const satisfies readonly EditKind[];

/** Frames from the sequence's first, at the delivered cut's rate; the end is exclusive. */
const frameSpanSchema = z.object({ startFrame: z.number().int(), endFrame: z.number().int() });

const returnEditSchema = z.object({
  kind: z.enum(editKinds),
  /** From 1, in the delivered cut; null where it has none. */
  scene: z.number().int().positive().nullable(),
  /** In the delivered cut; null for what was not there. */
  before: frameSpanSchema.nullable(),
  /** In the returned cut; null for what is gone. */
  after: frameSpanSchema.nullable(),
  sentence: sentenceSchema,
});
export type ReturnEdit = z.infer<typeof returnEditSchema>;

const stripEventSchema = frameSpanSchema.extend({
  /** Unique within both strips. */
  eventId: z.string(),
  /** File name of the media. */
  name: z.string(),
  /** From 1, in the delivered cut; null where it has none. */
  scene: z.number().int().positive().nullable(),
  /** Events of the other strip that are the same clip, or its pieces; none for what was removed or added. */
  counterparts: z.array(z.string()),
  isDisabled: z.boolean(),
});
export type StripEvent = z.infer<typeof stripEventSchema>;

const stripSchema = z.object({
  durationFrames: z.number().int().nonnegative(),
  /** Rows as in an editor, from the top: pictures, the highest first, then sound. */
  rows: z.array(
    z.object({
      role: z.enum(['video', 'background', 'dialogue', 'music', 'effects']),
      name: z.string(),
      /** By their start. */
      events: z.array(stripEventSchema),
    }),
  ),
});
export type ReturnStrip = z.infer<typeof stripSchema>;

export const returnDetailSchema = returnSchema.extend({
  /** Where the page finds the movie to play; null for what is none, or is not there. */
  moviePath: z.string().nullable(),
  /** By their place in the delivered cut; what the formats lost at the end, as `format-loss`. */
  edits: z.array(returnEditSchema),
  /** Both in frames of the delivered cut's rate; null for captions, movies and what is not described. */
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
  'captions',
  'sequence',
] as const satisfies readonly MergeField[];

const choiceSchema = z.enum(['ours', 'theirs', 'both']);
export type ReturnChoice = z.infer<typeof choiceSchema>;
/**
 * Whose change is taken, by the id of the conflict. `ours`: the editor's. `theirs`: the project's. `both`: theirs after
 * ours, each for half of the time; where that cannot be, ours.
 */
export const returnChoicesSchema = z.record(z.string(), choiceSchema);
export type ReturnChoices = z.infer<typeof returnChoicesSchema>;

const pictureSchema = z.object({
  /** As `mediaPathSchema`. Good until an update is looked at again. */
  mediaPath: z.string(),
  kind: z.enum(['still', 'movie']),
  /** Place of the frame in a movie; 0 for stills. */
  seconds: z.number().nonnegative(),
});
export type ConflictPicture = z.infer<typeof pictureSchema>;

const updateConflictSchema = z.object({
  conflictId: z.string(),
  /** What both changed. */
  field: z.enum(mergeFields),
  /** File name or words of what it is about. */
  subject: z.string(),
  /** From 1, in the delivered cut; null where it has none. */
  scene: z.number().int().positive().nullable(),
  /** In the delivered cut; null where it has no place of its own. */
  place: frameSpanSchema.nullable(),
  /** What each side did; none where there are no words for it. */
  ours: z.array(sentenceSchema),
  theirs: z.array(sentenceSchema),
  mayTakeBoth: z.boolean(),
  /** What each cut shows in the middle of its place; null where it shows nothing there or the file is not known. */
  pictures: z.object({ ours: pictureSchema.nullable(), theirs: pictureSchema.nullable() }),
});
export type UpdateConflict = z.infer<typeof updateConflictSchema>;

/** What carrying the project's later changes into an edit would do. */
const returnUpdateSchema = z.object({
  /**
   * Null where it can be done. `up-to-date`: no version with a newer cut of the project was sent. `other-rate`: the
   * edit has another frame rate. `no-base`: the version the edit began with is not there.
   */
  blocker: z.enum(['up-to-date', 'other-rate', 'no-base']).nullable(),
  /** The version with the project's newest cut; null where there is none. */
  newCut: z.object({ deliveryId: z.string(), versionName: z.string() }).nullable(),
  /** What places are counted in. */
  time: z.object({
    frameRate: z.object({ numerator: z.number().int(), denominator: z.number().int() }),
    startFrame: z.number().int().nonnegative(),
    isDropFrame: z.boolean(),
  }),
  /** The project's changes that are taken over: `before` in the delivered cut, `after` in the project's. */
  carried: z.array(returnEditSchema),
  /** Those that are not, because the editor removed what they change. */
  left: z.array(returnEditSchema),
  /** Those to what the editor changed too. Choices may bring further ones about. */
  conflicts: z.array(updateConflictSchema),
  /** What was chosen for the last version that was made of this edit and this cut; nothing where there is none. */
  lastChoices: returnChoicesSchema,
});
export type ReturnUpdate = z.infer<typeof returnUpdateSchema>;

/** Whether the project is still as it was in the version with its newest cut. */
const projectStateSchema = z.object({
  /** `unknown`: the service does not answer, or nothing tells which state of the project was sent. */
  state: z.enum(['unchanged', 'changed', 'unknown']),
  /** Of the version with the project's newest cut, else of the one that came back. */
  versionName: z.string(),
});
export type ProjectState = z.infer<typeof projectStateSchema>;

const returnIdInput = z.object({ returnId: idSchema });

const watchedFolderSchema = z.object({
  path: z.string(),
  state: z.enum(['watching', 'missing', 'too_big', 'no_permission']),
});
/** A folder of the user's in which returns are looked for. */
export type WatchedFolder = z.infer<typeof watchedFolderSchema>;

const watchedFoldersSchema = z.object({ folders: z.array(watchedFolderSchema) });

export const returnCalls = {
  /** Newest first; of one project or of all. Dismissed ones are left out unless they are asked for. */
  'return.list': call(
    z.object({
      projectId: idSchema.nullable(),
      withDismissed: z.boolean(),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(200),
    }),
    z.object({
      returns: z.array(returnSchema),
      /** Of all that are asked for. */
      totalCount: z.number().int().nonnegative(),
      /** Of them, those the user has not decided on: described or failed. */
      openCount: z.number().int().nonnegative(),
      /** Of them, those the user has put away. */
      dismissedCount: z.number().int().nonnegative(),
    }),
  ),
  /** @throws `not_found`. */
  'return.get': call(returnIdInput, returnDetailSchema),
  /**
   * Takes a file the user shows as a return of the version it belongs to; it stays where it lies. Bytes without a place
   * are put into that version's folder for returns.
   * @throws `return_unmatched` where no version is its own, `conflict` with `reason` `as_delivered`,
   * `file_type_unsupported`, `file_unreadable`, `document_unreadable`.
   */
  'return.take': call(z.object({ fileGrant: idSchema }), returnSchema),
  /**
   * Puts a copy of the newest version's document with a few edits among its returns, as an editor would; one that is
   * there stays. @throws `not_found` with `reason` `no_version`, and as `return.take`.
   */
  'return.practise': call(z.object({}), returnSchema),
  /** Removes a practice return with its file. @throws `not_found`, `conflict` for any other return. */
  'return.removePractice': call(returnIdInput, z.object({})),
  /** Puts it away; the file stays. @throws `not_found`, `conflict` for one that is kept. */
  'return.dismiss': call(returnIdInput, returnSchema),
  /** Undoes a dismissal. @throws `not_found`, `conflict` for one that is not dismissed. */
  'return.restore': call(returnIdInput, returnSchema),
  /**
   * Makes the returned cut the next version of its project, with documents for every editor. The editor's own file
   * stays as and where it is. Answers with the same return where it is kept already.
   * @throws `not_found`, `conflict` for one that is no described timeline, and as a delivery does.
   */
  'return.keep': call(returnIdInput, returnSchema),
  /**
   * Sends a movie to the library of the service its version came from. What is sent already is not sent again; for
   * content that the library has, the transfer waits for a decision.
   * @throws `not_found`, `conflict` for what is no movie, and as `transfer.upload`.
   */
  'return.upload': call(returnIdInput, returnSchema),
  /**
   * What carrying the project's later changes into the edit would do. Writes nothing.
   * @throws `not_found`, `conflict` for one that is no cut whose changes are known or that changed since,
   * `document_unreadable`.
   */
  'return.previewUpdate': call(returnIdInput.extend({ choices: returnChoicesSchema }), returnUpdateSchema),
  /**
   * Makes the edit with the project's later changes the next version, as `return.keep` does. May be done again with
   * other choices: each time makes a version.
   * @throws `conflict` while a conflict is not decided, or when the version with the project's newest cut is not
   * `deliveryId` any more; and as `return.keep`.
   */
  'return.update': call(
    returnIdInput.extend({ deliveryId: idSchema, choices: returnChoicesSchema }),
    returnSchema,
  ),
  /** Asks the service whether the project has changed since it was sent last. @throws `not_found`. */
  'return.checkProject': call(returnIdInput, projectStateSchema),
  /**
   * Sends the project's present cut to the same editors as before, and makes the edit with it the next version as soon
   * as it is there, also after a restart: `awaitedCut` tells how that goes. Nothing more happens where one is waited for.
   * @throws `not_found`, `conflict` for one that is no cut whose changes are known or is being kept; and as
   * `delivery.start`.
   */
  'return.updateWithPresentCut': call(returnIdInput, returnSchema),
  'return.folders': call(z.object({}), watchedFoldersSchema),
  /**
   * Opens the native chooser; unchanged when the user cancels. `not_supported_here` without one.
   * @throws `folder_not_watchable`.
   */
  'return.watchFolder': call(z.object({}), watchedFoldersSchema),
  /** What came back there stays. */
  'return.unwatchFolder': call(watchedFolderSchema.pick({ path: true }), watchedFoldersSchema),
  /** Shows the file in the system's file manager. @throws `not_found`. */
  'return.reveal': call(returnIdInput, z.object({})),
};

export const returnEvents = {
  'return.foldersChanged': event(watchedFoldersSchema),
  /** Returns that came or changed, and ids of those that are gone: their file was removed before it could be read. */
  'return.changed': event(z.object({ returns: z.array(returnSchema), removedIds: z.array(z.string()) })),
};
