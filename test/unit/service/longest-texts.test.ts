import { expect, test } from 'vitest';
import { changeDraft } from '../../../src-media/assistant/change-draft.ts';
import { readEdits } from '../../../src-media/assistant/read-edits.ts';
import { readVideoWish } from '../../../src-media/assistant/video-wish.ts';
import { cutWords } from '../../../src-media/edit/cut-words.ts';
import { prepareEspeakText } from '../../../src-media/speech/espeak/prepare-espeak-text.ts';
import { generateText } from '../../../src-media/text/generate-text.ts';
import { displayNameOf } from '../../../src-service/jobs/tools/display-name.ts';
import { writtenTranscript } from '../../../src-service/jobs/tools/written-transcript.ts';
import { unspokenRanges } from '../../../src-shared/script/read-blocks.ts';
import { senseBreakPenalty } from '../../../src-shared/script/sense-breaks.ts';
import { writtenWords } from '../../../src-shared/script/written-words.ts';
import { cpuMsOf } from '../../support/cpu-ms.ts';

/** Maximum number of characters in a text of a request. */
const longest = 100_000;
/** All texts together take longer than this with quadratic work, and far less without. */
const longMs = 2_500;

const generate = (prompt: string) =>
  generateText({ prompt, system: '', temperature: 0, maxOutputTokens: 512 });
const shorter = {
  shortenTo: 0.5,
  aspectRatio: null,
  seconds: null,
  styleText: null,
  gender: null,
  edits: [],
};
const spokenAt = (start: number, end: number) => ({
  textStart: start,
  textEnd: end,
  startSample: start * 100,
  endSample: end * 100,
});

const readers: readonly (readonly [string, (text: string) => unknown, readonly string[]])[] = [
  ['a prompt', generate, ['“', '«a']],
  ['a text to be shortened', (text) => generate(`Shorten this text:\nBees${text}`), ['…', 'a, ']],
  ['a text to be given a title', (text) => generate(`Write a title for this:\nBees${text}`), ['.']],
  ['what a video is to be about', (text) => readVideoWish(`A video about bees${text}`), [' ', '\n']],
  ['a wish to change a video', (text) => readEdits(`restyle${text}`), ['.', 'restyle in ']],
  [
    'a draft to be shortened',
    (text) => changeDraft(readVideoWish(`Script: Bees fly home ${text}`), shorter),
    ['…', 'a, '],
  ],
  ['the name of a result', (text) => displayNameOf(text, 'png', 'Image'), ['.', '. ']],
  ['what is said in place of signs', (text) => prepareEspeakText(text, 'en', null), ['!', '…']],
  ['tags in a script', (text) => unspokenRanges(text.repeat(3)), ['<b>']],
  ['letters before a break', (text) => senseBreakPenalty(`${text} a`, 'b', 'en'), ['e\u0301']],
  ['an abbreviation before a break', (text) => senseBreakPenalty(`${text}, a.`, 'b', 'en'), ['e']],
  [
    'a word to be cut out',
    (text) => {
      const written = `Bees ${text}`;
      return cutWords(
        { text: written, words: [spokenAt(0, 4), spokenAt(5, written.length)] },
        new Set([1]),
        [],
      );
    },
    ['.'],
  ],
  [
    'the words of a recording',
    (text) => {
      const words = writtenWords(text, 'en').map(({ start, end }) => spokenAt(start, end));
      return writtenTranscript(text, 'en', words, (offset) => offset, 0);
    },
    ['a '],
  ],
];

test.each(readers.flatMap(([name, read, pieces]) => pieces.map((piece) => [name, piece, read] as const)))(
  '%s of the greatest length that repeats %j is read in a moment',
  (_name, piece, read) => {
    const text = `${piece.repeat(longest / piece.length)}\nx`;
    expect(cpuMsOf(() => read(text))).toBeLessThan(longMs);
  },
);
