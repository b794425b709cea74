import { z } from 'zod';
import { errorBodySchema } from '../app-error.ts';
import { call, event } from '../ipc/define.ts';
import { mediaPathSchema } from './app.ts';
import { idSchema } from './id.ts';
import { namedProjectSchema } from './named-project.ts';

const projectSummarySchema = z.object({
  projectId: z.string(),
  title: z.string(),
  aspectRatio: z.object({ width: z.number().int().positive(), height: z.number().int().positive() }),
  /** `stopped`: what was to make it ended without a result; there is nothing to show. */
  status: z.enum(['generating', 'ready', 'stopped']),
  createdAt: z.number().int(),
  updatedAt: z.number().int(),
  thumbnailPath: mediaPathSchema.nullable(),
  /** Where its newest movie is served, if there is one; null while it is generated. */
  moviePath: mediaPathSchema.nullable(),
  /** Null until the movie is known. */
  durationSeconds: z.number().nonnegative().nullable(),
  /** Its page at the service; empty where the service gives none. */
  webUrl: z.string(),
});

export type ProjectSummary = z.infer<typeof projectSummarySchema>;

/** Words and when they are spoken. Frames count from the first frame of the sequence. */
export const sceneLineSchema = z.object({
  text: z.string(),
  startFrame: z.number().int().nonnegative(),
  durationFrames: z.number().int().positive(),
});

/** A cut of the timeline with the words spoken in it. Frames count from the first frame of the sequence. */
const projectSceneSchema = z.object({
  index: z.number().int().nonnegative(),
  text: z.string(),
  startFrame: z.number().int().nonnegative(),
  durationFrames: z.number().int().positive(),
  /** The thumbnail is a still, or a clip in which the scene begins so far in. */
  clipStartSeconds: z.number().nonnegative().nullable(),
  thumbnailPath: mediaPathSchema.nullable(),
  /** File name of that still or clip. */
  mediaName: z.string().nullable(),
  /** The captions that begin in it, in order; none where the timeline has none. */
  lines: z.array(sceneLineSchema),
});

const projectMovieSchema = z.object({
  state: z.enum(['none', 'rendering', 'ready', 'failed']),
  progress: z.number().min(0).max(1),
  /** Another one for another export. */
  mediaPath: mediaPathSchema.nullable(),
  /** How far a newer movie is that is being rendered, 0 to 1; null without one. */
  newerProgress: z.number().min(0).max(1).nullable().default(null),
  error: errorBodySchema.nullable(),
});

/** What the Projects screen shows of one project. Scenes are null while they are being fetched, and where that failed. */
const projectDetailSchema = projectSummarySchema.extend({
  movie: projectMovieSchema,
  frameRate: z.object({ numerator: z.number().int(), denominator: z.number().int() }),
  /** Whether its timecode drops numbers, at 29.97 and 59.94 frames per second. */
  isDropFrame: z.boolean().default(false),
  scenes: z.array(projectSceneSchema).nullable(),
  /** Why there are no scenes; they are not fetched again until the user asks or the project changes. */
  scenesError: errorBodySchema.nullable().default(null),
});

export type ProjectDetail = z.infer<typeof projectDetailSchema>;
export type ProjectScene = z.infer<typeof projectSceneSchema>;

export const projectCalls = {
  /** Most recently updated first. */
  'project.list': call(
    z.object({ cursor: z.string().max(10_000).nullable(), limit: z.number().int().min(1).max(200) }),
    z.object({ projects: z.array(projectSummarySchema), nextCursor: z.string().nullable() }),
  ),
  /** Opens its page at the service in the system's browser. `invalid_input` for an address that is not opened. */
  'project.openOnWeb': call(z.object({ projectId: idSchema }), z.object({})),
  /** The user opened a project of the active connection: the menus of the system list it as a recent one. */
  'project.noteOpened': call(namedProjectSchema, z.object({})),
  /**
   * Also starts fetching the scenes and, when there is no movie yet, its export; `project.changed` follows. `isRetry`: the
   * user asks for what could not be fetched.
   */
  'project.get': call(
    z.object({ projectId: idSchema, isRetry: z.boolean().optional() }),
    projectDetailSchema,
  ),
};

export const projectEvents = {
  /** The project's detail is worth reading again. */
  'project.changed': event(z.object({ projectId: z.string() })),
};
