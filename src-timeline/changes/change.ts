import { z } from 'zod';
import { mediaReferenceSchema, transitionStyleSchema } from '../model/cut-record.ts';

/** The scenes of a base are `1`, `2`, … in its order; a change that makes a scene gives it another id. */
const sceneId = z.string().min(1).max(100);

/** About an hour and a half at 60 frames a second. */
const maxFrames = 360_000;
const count = z.number().int().min(0).max(maxFrames);
const length = z.number().int().min(1).max(maxFrames);
export const maxTextLength = 5000;
export const maxAuthorLength = 200;
const text = z.string().max(maxTextLength);

/** Place of a picture, as in `MotionPoint`. */
const place = z.object({
  scale: z.number().positive().max(1000),
  x: z.number().min(-100).max(100),
  y: z.number().min(-100).max(100),
});

/**
 * One step from a base to your cut. A change whose scene is gone does nothing, nor does one that its media cannot
 * follow, such as sound as a picture.
 */
export const changeSchema = z.discriminatedUnion('kind', [
  /** The scene shows other media, from a frame of them on. Its last frame is held where they are too short. */
  z.object({
    kind: z.literal('replacePicture'),
    sceneId,
    media: mediaReferenceSchema,
    sourceStartFrame: count,
  }),
  /** `from` null: the picture fills the frame; `to` null: it does not move. */
  z.object({ kind: z.literal('frame'), sceneId, from: place.nullable(), to: place.nullable() }),
  /** The clip plays at another speed for the same time. */
  z.object({ kind: z.literal('retime'), sceneId, speed: z.number().min(0.01).max(100) }),
  /** The scene is as long as this, changed at one of its ends; what follows moves. */
  z.object({
    kind: z.literal('trim'),
    sceneId,
    edge: z.enum(['start', 'end']),
    durationFrames: length,
  }),
  /** Null: to the beginning. */
  z.object({ kind: z.literal('move'), sceneId, afterSceneId: sceneId.nullable() }),
  z.object({ kind: z.literal('remove'), sceneId }),
  z.object({
    kind: z.literal('add'),
    /** Of the new scene. */
    sceneId,
    afterSceneId: sceneId.nullable(),
    media: mediaReferenceSchema,
    durationFrames: length,
  }),
  /** The copy follows the scene. */
  z.object({ kind: z.literal('duplicate'), sceneId, newSceneId: sceneId }),
  /** `frame`: first of the new scene, counted from the scene's first. */
  z.object({ kind: z.literal('split'), sceneId, newSceneId: sceneId, frame: length }),
  /** The scene's picture lasts through the next scene, whose sound and words stay. */
  z.object({ kind: z.literal('join'), sceneId }),
  /** Sound of a new voice. The scene is as much longer or shorter as it is, and the captions are spread over it. */
  z.object({
    kind: z.literal('revoice'),
    sceneId,
    media: mediaReferenceSchema,
    /** What the voice was given to say, with respelled words; null for a recording. */
    spokenText: text.nullable(),
  }),
  /** Lines are separated by line feeds; an empty text removes the caption. The next index adds one. */
  z.object({ kind: z.literal('caption'), sceneId, languageCode: z.string().max(35), index: count, text }),
  /** `levelDb`: loudest point in the scene; fades are from and to silence and leave music alone. */
  z.object({
    kind: z.literal('level'),
    sceneId,
    sound: z.enum(['voice', 'music', 'clip']),
    levelDb: z.number().min(-96).max(24),
    isMuted: z.boolean(),
    fades: z.object({ inFrames: count, outFrames: count }),
  }),
  /** The transition into the scene, as long as the pictures allow; null for a plain cut. */
  z.object({
    kind: z.literal('transition'),
    sceneId,
    transition: z.object({ style: transitionStyleSchema, durationFrames: length }).nullable(),
  }),
  /** A note at a frame of the scene. `oldText` is the note that it replaces; an empty text removes that one. */
  z.object({
    kind: z.literal('note'),
    sceneId,
    frame: count,
    oldText: text.nullable(),
    text,
    author: z.string().max(maxAuthorLength).nullable(),
    isDone: z.boolean(),
  }),
]);
export type Change = z.infer<typeof changeSchema>;

export type ChangeOf<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>;
