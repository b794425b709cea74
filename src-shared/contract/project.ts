import { z } from 'zod';
import { errorBodySchema } from '../app-error.ts';
import { call, event } from '../ipc/define.ts';
import { mediaPathSchema } from './app/app.ts';
import { idSchema } from './id.ts';
import { namedProjectSchema } from './named-project.ts';

const projectSummarySchema = z.object({
  projectId: z.string(),
  title: z.string(),
  aspectRatio: z.object({ width: z.number().int().positive(), height: z.number().int().positive() }),
  /** `stopped`: the job that was to make it ended without a result, so there is nothing to show. */
  status: z.enum(['generating', 'ready', 'stopped']),
  /** How the generation of a project ended that the service calls ready although it did not succeed. */
  brokenOff: z.enum(['cancelled', 'failed']).optional(),
  createdAt: z.number().int(),
  updatedAt: z.number().int(),
  thumbnailPath: mediaPathSchema.nullable(),
  /** Path that serves its newest movie, if there is one; null while the project is being generated. */
  moviePath: mediaPathSchema.nullable(),
  /** Null until the movie is known. */
  durationSeconds: z.number().nonnegative().nullable(),
  /** Its page at the service; empty if the service gives none. */
  webUrl: z.string(),
});

export type ProjectSummary = z.infer<typeof projectSummarySchema>;

/** Spoken words and their time. Frames count from the first frame of the sequence. */
const sceneLineSchema = z.object({
  text: z.string(),
  startFrame: z.number().int().nonnegative(),
  durationFrames: z.number().int().positive(),
});

/** A scene of the timeline with the words spoken in it. Frames count from the first frame of the sequence. */
const projectSceneSchema = z.object({
  index: z.number().int().nonnegative(),
  text: z.string(),
  startFrame: z.number().int().nonnegative(),
  durationFrames: z.number().int().positive(),
  /** Where the scene begins in the clip of its thumbnail, in seconds; null if the thumbnail is a still. */
  clipStartSeconds: z.number().nonnegative().nullable(),
  thumbnailPath: mediaPathSchema.nullable(),
  /** File name of that still or clip. */
  mediaName: z.string().nullable(),
  /** Captions that begin in the scene, in order; empty if the timeline has none. */
  lines: z.array(sceneLineSchema),
});

const projectMovieSchema = z.object({
  state: z.enum(['none', 'rendering', 'ready', 'failed']),
  progress: z.number().min(0).max(1),
  /** Differs for each export. */
  mediaPath: mediaPathSchema.nullable(),
  /** Progress of a newer movie that is being rendered, 0 to 1; null without one. */
  newerProgress: z.number().min(0).max(1).nullable().default(null),
  /** True if a remix changed the project after the movie was ordered. */
  isOutdated: z.boolean().default(false),
  error: errorBodySchema.nullable(),
});

/**
 * Content of the Projects screen for one project. Scenes are null while they load, or if loading failed. They are the
 * last ones read while the project changes faster than it can be read.
 */
const projectDetailSchema = projectSummarySchema.extend({
  movie: projectMovieSchema,
  frameRate: z.object({ numerator: z.number().int(), denominator: z.number().int() }),
  /** True if its timecode is drop-frame, at 29.97 and 59.94 frames per second. */
  isDropFrame: z.boolean().default(false),
  scenes: z.array(projectSceneSchema).nullable(),
  /** Reason why scenes are missing. The app reloads them only if the user asks or the project changes. */
  scenesError: errorBodySchema.nullable().default(null),
});

export type ProjectDetail = z.infer<typeof projectDetailSchema>;
export type ProjectScene = z.infer<typeof projectSceneSchema>;

export const projectCalls = {
  /** Lists projects, most recently updated first. */
  'project.list': call(
    z.object({ cursor: z.string().max(10_000).nullable(), limit: z.number().int().min(1).max(200) }),
    z.object({ projects: z.array(projectSummarySchema), nextCursor: z.string().nullable() }),
  ),
  /** Opens its page at the service in the system's browser. `invalid_input` for an address that is not opened. */
  'project.openOnWeb': call(z.object({ projectId: idSchema }), z.object({})),
  /** Reports that the user opened a project of the active connection. The system's menus then list it as recent. */
  'project.noteOpened': call(namedProjectSchema, z.object({})),
  /**
   * Returns the project and starts fetching its scenes; `project.changed` follows.
   * `isRetry`: the user requests scenes that could not be fetched.
   */
  'project.get': call(
    z.object({ projectId: idSchema, isRetry: z.boolean().optional() }),
    projectDetailSchema,
  ),
};

export const projectEvents = {
  /** The project's detail has changed and should be read again. */
  'project.changed': event(z.object({ projectId: z.string() })),
};
