import { expect, test } from 'vitest';
import { documentPrintOf, fingerprintWith } from '../../../../../src-main/returns/read/return-content.ts';
import { captionsBeside } from '../../../../../src-main/returns/watch/captions-beside.ts';

const belonging = (...names: string[]): Record<string, string[]> =>
  Object.fromEntries(
    [...captionsBeside(names)].map(([timeline, captions]) => [
      timeline,
      captions.map(({ name, languageCode }) => `${name} ${languageCode ?? '-'}`),
    ]),
  );

test('captions belong to the timeline of their name, with a language tag or without', () => {
  expect(belonging('movie.fcpxml', 'movie.srt', 'movie.en.srt', 'movie_de.srt', 'movie_pt-BR.vtt')).toEqual({
    'movie.fcpxml': ['movie.en.srt en', 'movie.srt -', 'movie_de.srt de', 'movie_pt-BR.vtt pt-BR'],
  });
  for (const timeline of ['cut.xml', 'cut.edl', 'cut.otio', 'cut.otiod', 'cut.fcpxmld'])
    expect(belonging('cut.srt', timeline)).toEqual({ [timeline]: ['cut.srt -'] });
});

test('names are compared without case and Unicode form', () => {
  const composed = 'Café'.normalize('NFC');
  const decomposed = 'CAFÉ'.normalize('NFD');
  expect(belonging(`${composed}.XML`, `${decomposed}.SRT`, `${decomposed}_EN.srt`)).toEqual({
    [`${composed}.XML`]: [`${decomposed}.SRT -`, `${decomposed}_EN.srt en`],
  });
});

test('captions of other names, of projects that hold their own, and hidden ones belong to no timeline', () => {
  expect(belonging('movie.fcpxml', 'movie 2.srt', 'movie_v2.srt', 'movie_hd.srt', '.movie.srt')).toEqual({});
  expect(belonging('movie.mp4', 'movie.srt')).toEqual({});
  expect(belonging('movie.kdenlive', 'movie.kdenlive.srt', 'movie.srt', 'movie.mlt')).toEqual({});
});

test('a timeline whose own name ends like a language has the captions of that name', () => {
  expect(belonging('movie.xml', 'movie_en.xml', 'movie_en.srt', 'movie_en.de.srt')).toEqual({
    'movie_en.xml': ['movie_en.de.srt de', 'movie_en.srt -'],
  });
});

test('of two files in one language SubRip belongs, and captions belong to each form of a timeline', () => {
  expect(belonging('cut.vtt', 'cut.srt', 'cut.xml', 'cut.edl')).toEqual({
    'cut.edl': ['cut.srt -'],
    'cut.xml': ['cut.srt -'],
  });
});

test('a fingerprint holds the hashes of captions without their names, and that of a document alone is unchanged', () => {
  expect(fingerprintWith('d1', [])).toBe('d1');
  const whole = fingerprintWith('d1', ['b', 'a']);
  expect(whole).toBe('d1\ncaptions a\ncaptions b');
  expect(documentPrintOf(whole)).toBe('d1');
});
