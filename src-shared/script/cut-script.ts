import type { VisualPacing } from '../api/common.ts';
import { canonicalLanguage } from './canonical-language.ts';
import { detectLanguage } from './detect-language.ts';
import { estimateSpeechSeconds } from './estimate-speech.ts';
import { groupScenes, joinPieces, type PacingRange, pacingRanges, type ScriptPiece } from './group-scenes.ts';
import { limitScenes } from './limit-scenes.ts';
import { readBlocks, type ScriptBlock } from './read-blocks.ts';
import { titleFromText } from './script-title.ts';
import { senseBreakPenalty } from './sense-breaks.ts';
import { isSpeakable } from './speakable.ts';
import { splitSentences } from './split-sentences.ts';
import { withoutTitlePage } from './title-page.ts';
import { wordsOfCaptions } from './words-of-captions.ts';
import { writtenWords } from './written-words.ts';

/** Maximum number of scenes that the local service makes of a script (contract supplement §7). */
export const maxScriptScenes = 100;

export interface ScriptPlanOptions {
  readonly pacing: VisualPacing;
  /** Null: detected from the script's letters and words. */
  readonly languageCode: string | null;
  /** The most scenes to make. */
  readonly maxScenes: number;
}

export interface ScriptPlan {
  /** Heading or first words, at most 60 characters, used as the project's title. */
  readonly title: string;
  readonly languageCode: string;
  readonly scenes: readonly PlannedScene[];
}

export interface PlannedScene {
  readonly text: string;
  readonly isHeading: boolean;
  /** True for the first scene of a paragraph, which follows a longer pause. */
  readonly startsParagraph: boolean;
}

/**
 * Cuts a sentence that is too long to stay on one picture: at the clause mark nearest its middle, else before a joining
 * word, else between any two words, until each piece is short enough. The joined pieces equal the sentence.
 */
function splitLongSentence(sentence: string, longestSeconds: number, languageCode: string): string[] {
  if (estimateSpeechSeconds(sentence) <= longestSeconds) return [sentence];
  // The words of a text without spaces take long to find, so they are found once and not in each piece again.
  const breaks = writtenWords(sentence, languageCode)
    .slice(1)
    .map(({ start }): PossibleBreak => {
      const before = sentence.slice(Math.max(0, start - 40), start).trimEnd();
      return { start, sense: senseBreakPenalty(before, sentence.slice(start, start + 40), languageCode) };
    });
  return splitAtBreaks(sentence, breaks, longestSeconds);
}

/** The start of a word, as offset in its piece, and how much a break before it hurts the sense. */
interface PossibleBreak {
  readonly start: number;
  readonly sense: number;
}

function splitAtBreaks(piece: string, breaks: readonly PossibleBreak[], longestSeconds: number): string[] {
  if (estimateSpeechSeconds(piece) <= longestSeconds) return [piece];
  const cut = bestCut(piece, breaks);
  if (cut === null) return [piece];
  const before = breaks.filter(({ start }) => start < cut);
  const after = breaks.filter(({ start }) => start > cut);
  return [
    ...splitAtBreaks(piece.slice(0, cut), before, longestSeconds),
    ...splitAtBreaks(
      piece.slice(cut),
      after.map(({ start, sense }) => ({ start: start - cut, sense })),
      longestSeconds,
    ),
  ];
}

/** Returns the offset with the lowest break penalty. The penalty grows with the distance from the middle. */
function bestCut(sentence: string, breaks: readonly PossibleBreak[]): number | null {
  const middle = sentence.length / 2;
  let best: { offset: number; cost: number } | null = null;
  for (const { start, sense } of breaks) {
    const distance = Math.abs(start - middle) / middle;
    const cost = sense * 0.16 + distance ** 2 * 1.6;
    if (!best || cost < best.cost) best = { offset: start, cost };
  }
  return best?.offset ?? cutInsideWord(sentence);
}

/** Returns the middle of a run of letters too long for a word, between two letters; null if it is shorter. */
function cutInsideWord(sentence: string): number | null {
  if (sentence.trim().length < 120) return null;
  let middle = sentence.length >> 1;
  if (/[\uDC00-\uDFFF]/.test(sentence[middle] ?? '')) middle += 1;
  const marks = /^\p{M}*/u.exec(sentence.slice(middle))?.[0] ?? '';
  return middle + marks.length < sentence.length ? middle + marks.length : null;
}

/** A sentence stays whole on one picture up to this multiple of the pacing's longest scene. */
const farBeyondPacing = 1.75;
/** Pieces of a cut sentence last at most this multiple of the pacing's longest scene. */
const cutPieceShare = 1.2;

/**
 * Cuts a script into scenes. The scenes' texts hold every spoken word, in order; bullets, heading marks, rules and
 * other markup are removed. A line end joins sentences that have no full stop between them. Null if the script has no
 * letter and no digit. Of captions in SubRip or WebVTT, only the words are spoken; of a screenplay in Fountain, not
 * its title page.
 */
export function cutScript(script: string, options: ScriptPlanOptions): ScriptPlan | null {
  const screenplay = withoutTitlePage(wordsOfCaptions(script) ?? script);
  const blocks = readBlocks(screenplay.text.normalize('NFC'));
  const languageCode =
    options.languageCode === null
      ? detectLanguage(blocks.flatMap((block) => block.passages).join(' '))
      : canonicalLanguage(options.languageCode);
  const range = pacingRanges[options.pacing];
  const groups = blocks.flatMap((block) => groupScenes(piecesOf(block, languageCode, range), range));
  if (groups.length === 0) return null;
  return {
    title: titleFromText(screenplay.title || titleSource(blocks, languageCode)),
    languageCode,
    scenes: limitScenes(groups, options.maxScenes).map(sceneOf),
  };
}

/** The beginning of a scene in a screenplay: “INT. BOATHOUSE - NIGHT”. */
const sceneHeading = /^(?:INT|EXT|EST|INT\.?\/EXT|I\/E)[.\s]\s*\p{Lu}/u;

/** The first heading, else the first sentence. */
function titleSource(blocks: readonly ScriptBlock[], languageCode: string): string {
  const source = blocks.find((block) => block.isHeading) ?? blocks[0];
  const text = source?.passages[0] ?? '';
  const isHeading = source?.isHeading === true || sceneHeading.test(text);
  return isHeading ? text : (splitSentences(text, languageCode)[0] ?? '');
}

function piecesOf(block: ScriptBlock, languageCode: string, range: PacingRange): ScriptPiece[] {
  const pieces: ScriptPiece[] = [];
  for (const passage of block.passages) {
    let separator: ScriptPiece['separator'] = endsSentence(pieces.at(-1)?.text) ? ' ' : '\n';
    for (const part of partsOf(passage, block.isHeading, languageCode, range)) {
      pieces.push({
        text: part.trim(),
        isHeading: block.isHeading,
        startsParagraph: pieces.length === 0,
        separator,
      });
      separator = /\s$/u.test(part) ? ' ' : '';
    }
  }
  return pieces;
}

function endsSentence(text: string | undefined): boolean {
  return /[\p{Sentence_Terminal}…][\p{Pe}\p{Pf}"']*$/u.test(text ?? '');
}

function partsOf(passage: string, isHeading: boolean, languageCode: string, range: PacingRange): string[] {
  if (isHeading) return [passage];
  return joinUnspoken(splitSentences(passage, languageCode)).flatMap((sentence) => {
    if (estimateSpeechSeconds(sentence) <= range.longestSeconds * farBeyondPacing) return [sentence];
    return joinUnspoken(splitLongSentence(sentence, range.longestSeconds * cutPieceShare, languageCode));
  });
}

/** Appends pieces without a letter, such as a row of emoji, to the piece before them. */
function joinUnspoken(pieces: readonly string[]): string[] {
  const joined: string[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last === undefined || (isSpeakable(piece) && isSpeakable(last))) joined.push(piece);
    else joined[joined.length - 1] = last + piece;
  }
  return joined;
}

function sceneOf(pieces: readonly ScriptPiece[]): PlannedScene {
  return {
    text: joinPieces(pieces),
    isHeading: pieces.every((piece) => piece.isHeading),
    startsParagraph: pieces[0]?.startsParagraph ?? true,
  };
}
