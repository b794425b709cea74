import { z } from 'zod';
import type { Scene } from '../../src-timeline/changes/scene.ts';
import { captionSchema, clipSchema, transitionSchema } from '../../src-timeline/model/cut-record.ts';

const sceneClipSchema = z.object({ trackIndex: z.number(), startFrame: z.number(), clip: clipSchema });

/** A scene, as of `Scene`. */
export const sceneSchema: z.ZodType<Scene> = z.object({
  sceneId: z.string(),
  startFrame: z.number(),
  durationFrames: z.number(),
  pictures: z.tuple([clipSchema], clipSchema),
  heldFrames: z.number(),
  voice: sceneClipSchema.nullable(),
  clipSound: sceneClipSchema.nullable(),
  music: sceneClipSchema.nullable(),
  words: z.string(),
  spokenText: z.string().nullable(),
  captions: z.array(captionSchema.extend({ languageCode: z.string(), index: z.number() })),
  notes: z.array(
    z.object({
      frame: z.number(),
      text: z.string(),
      author: z.string().nullable(),
      isDone: z.boolean(),
    }),
  ),
  transition: transitionSchema.nullable(),
});
