import type {
  CaptionStyle,
  ProjectLogo,
  ProjectNarration,
  ProjectPresenter,
  SpokenWord,
  pictureOrigins,
} from '@dailies/media/project';
import { z } from 'zod';
import { movieOptionsSchema } from '../movie-maker.ts';

const madePictureFields = {
  fileName: z.string(),
  /** The user's file it was made from. */
  sourceFileId: z.string().optional(),
  /** Style text it was drawn with, if different from the project's. */
  styleText: z.string().optional(),
  /** Prompt it was made from, if different from the scene's text. */
  prompt: z.string().optional(),
};

/** A picture in the work folder, at the project's size. */
export const madePictureSchema = z.discriminatedUnion('kind', [
  z.object({
    ...madePictureFields,
    kind: z.literal('still'),
    /** Whether it shows its source unchanged, only fitted into the frame. */
    isFitted: z.boolean().optional(),
  }),
  z.object({ ...madePictureFields, kind: z.literal('clip'), durationFrames: z.number().int().positive() }),
]);
export type MadePicture = z.output<typeof madePictureSchema>;

/** Request fields of every run that makes a project. */
export const buildRequestShape = {
  projectId: z.string(),
  /** Whether the results get the scope TEMPORARY. */
  isTemporary: z.boolean(),
  width: z.number().int(),
  height: z.number().int(),
  /** Null renders no movie. */
  movie: movieOptionsSchema.nullable(),
  /** Whether the start included remix actions. */
  hasRemixActions: z.boolean().default(false),
};

/** Result fields of every run that makes a project. */
export const buildResultShape = {
  /** All media of the project, as taken into the file store. */
  mediaFileIds: z.array(z.string()).default([]),
};

type Built<Shape extends Record<string, z.ZodType>> = { [Name in keyof Shape]: z.output<Shape[Name]> };
/** The fields of a run's request that its workflow alone has. The state of a new run is its request. */
export type WorkflowRequest<Schema extends z.ZodType> = Omit<z.input<Schema>, keyof typeof buildRequestShape>;
/** The part of a run's state that the shared stages use. */
export type BuildState = Built<typeof buildRequestShape> & Built<typeof buildResultShape>;

interface Spoken {
  readonly fileName: string | null;
  readonly durationFrames: number;
  readonly words: readonly SpokenWord[];
}

/** A scene with its media; file names are relative to the work folder. */
export interface DraftScene {
  /** Name that the user gave; absent for a number. */
  readonly title?: string | undefined;
  /** The exact spoken text; empty in a silent scene. */
  readonly text: string;
  readonly isHeading: boolean;
  readonly startsSection: boolean;
  readonly durationFrames: number;
  /** Requested minimum length; absent if the speech decides. */
  readonly minDurationFrames?: number;
  readonly words: readonly SpokenWord[];
  /** A mono WAV exactly as long as the scene; null if nobody speaks. */
  readonly speechFileName: string | null;
  /** A clip of the speaker with alpha, as long as the scene. */
  readonly presenterFileName: string | null;
  readonly picture: MadePicture;
  readonly pictureOrigin: (typeof pictureOrigins)[number];
  /** Whether the clip's own sound is audible. */
  readonly isAudible: boolean;
}

/**
 * Returns the media of a scene that is spoken and has a picture.
 * @throws if it has not been made
 */
export function sceneMediaOf(
  state: {
    readonly speech: readonly Spoken[];
    readonly pictures: readonly MadePicture[];
    readonly presenters?: readonly (string | null)[];
  },
  index: number,
) {
  const spoken = state.speech[index];
  const picture = state.pictures[index];
  if (!spoken || !picture) throw new Error('A scene is incomplete.');
  const { durationFrames, words, fileName } = spoken;
  const presenterFileName = state.presenters?.[index] ?? null;
  return { durationFrames, words, speechFileName: fileName, presenterFileName, picture };
}

/** The results of the earlier stages, ready to be assembled into a project. */
export interface ProjectDraft {
  /** BCP 47. */
  readonly languageCode: string;
  readonly scenes: readonly DraftScene[];
  /** Null hides the captions in exports. */
  readonly captionStyle: CaptionStyle | null;
  readonly logo: ProjectLogo | null;
  readonly narration: ProjectNarration | null;
  /** Null or absent for a voice alone. */
  readonly presenter?: ProjectPresenter | null;
  readonly styleText: string;
}
