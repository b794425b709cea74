import { writtenWords } from '../../src-shared/script/written-words.ts';
import { type ProjectCaption, samplesPerFrame, type SpokenWord } from '../project-content.ts';

/** A caption of a scene; frames count from the scene's start. */
export interface CaptionedWords extends ProjectCaption {
  /** The spoken words it shows; empty if unknown. */
  readonly words: readonly SpokenWord[];
}

/** The frame of the scene from which a word of a caption is being spoken. */
export interface WordStep {
  readonly startFrame: number;
  readonly word: number;
}

/**
 * Returns the steps in which a caption's words are spoken. Uses the spoken times if each word of the caption has one.
 * Otherwise splits the caption's time by word length.
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
