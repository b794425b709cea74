import type {
  CaptionStyle,
  ProjectLogo,
  ProjectNarration,
  SpokenWord,
  pictureOrigins,
} from '@dailies/media/project';
import { z } from 'zod';
import { movieOptionsSchema } from '../movie-maker.ts';

const madePictureFields = {
  fileName: z.string(),
  /** The user's file it was conformed from. */
  sourceFileId: z.string().optional(),
  /** The words it was drawn with, where they are not the project's. */
  styleText: z.string().optional(),
  /** What it was made from in words, where that was not the scene's text. */
  prompt: z.string().optional(),
};

/** A picture in the work folder, at the project's size. */
export const madePictureSchema = z.discriminatedUnion('kind', [
  z.object({
    ...madePictureFields,
    kind: z.literal('still'),
    /** Whether it is its source itself, only fitted into the frame. */
    isFitted: z.boolean().optional(),
  }),
  z.object({ ...madePictureFields, kind: z.literal('clip'), durationFrames: z.number().int().positive() }),
]);
export type MadePicture = z.output<typeof madePictureSchema>;

/** What every run that makes a project is asked for. */
export const buildRequestShape = {
  projectId: z.string(),
  /** What is made has the scope TEMPORARY. */
  isTemporary: z.boolean(),
  width: z.number().int(),
  height: z.number().int(),
  /** Null: no movie is rendered. */
  movie: movieOptionsSchema.nullable(),
  /** Whether remix actions were asked for with the start. */
  hasRemixActions: z.boolean().default(false),
};

/** What every run that makes a project keeps of it. */
export const buildResultShape = {
  /** Everything the project is made of, as taken into the file store. */
  mediaFileIds: z.array(z.string()),
};

type Built<Shape extends Record<string, z.ZodType>> = { [Name in keyof Shape]: z.output<Shape[Name]> };
/** The part of a run's state the shared stages work with. */
export type BuildState = Built<typeof buildRequestShape> & Built<typeof buildResultShape>;

/** A scene whose media lies in the work folder; names are those there. */
export interface DraftScene {
  /** What is spoken, word for word; empty in a silent scene. */
  readonly text: string;
  readonly isHeading: boolean;
  readonly startsSection: boolean;
  readonly durationFrames: number;
  /** The length that was asked for; absent where the speech decides. */
  readonly minDurationFrames?: number;
  readonly words: readonly SpokenWord[];
  /** A mono WAV exactly as long as the scene; null when nobody speaks. */
  readonly speechFileName: string | null;
  /** A clip with alpha of who speaks, as long as the scene. */
  readonly presenterFileName: string | null;
  readonly picture: MadePicture;
  readonly pictureOrigin: (typeof pictureOrigins)[number];
  /** Whether a clip's own sound is heard. */
  readonly isAudible: boolean;
}

/** A project as the stages before have made it, ready to be put together. */
export interface ProjectDraft {
  /** BCP 47. */
  readonly languageCode: string;
  readonly scenes: readonly DraftScene[];
  /** Null hides the captions in exports. */
  readonly captionStyle: CaptionStyle | null;
  readonly logo: ProjectLogo | null;
  readonly narration: ProjectNarration | null;
  readonly styleText: string;
}
