import { writtenWords } from '../../src-shared/script/written-words.ts';
import { type ProjectCaption, samplesPerFrame, type SpokenWord } from '../project-content.ts';

/** A caption of a scene; frames count from the scene's first. */
export interface CaptionedWords extends ProjectCaption {
  /** The spoken words it shows; empty when they are not known. */
  readonly words: readonly SpokenWord[];
}

/** From which frame of the scene on which word of a caption is being spoken. */
export interface WordStep {
  readonly startFrame: number;
  readonly word: number;
}

/**
 * The steps in which a caption's words are spoken. The spoken times are used where there is one for each word of
 * the caption; else the caption's time is shared by the length of its words.
 */
export function timeCaptionWords(caption: CaptionedWords, languageCode: string): WordStep[] {
  const words = caption.lines.flatMap((line) =>
    writtenWords(line, languageCode).map((word) => word.end - word.start),
  );
  if (caption.words.length === words.length) {
    return caption.words.map((word, index) => ({
      startFrame: Math.max(caption.startFrame, Math.round(word.startSample / samplesPerFrame)),
      word: index,
    }));
  }
  const letters = words.reduce((sum, length) => sum + length, 0);
  let spent = 0;
  return words.map((length, index) => {
    const startFrame = caption.startFrame + Math.floor((caption.durationFrames * spent) / letters);
    spent += length;
    return { startFrame, word: index };
  });
}
