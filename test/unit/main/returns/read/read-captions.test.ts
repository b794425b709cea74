import { expect, test } from 'vitest';
import { withCaptions, withCaptionsBeside } from '../../../../../src-main/returns/read/read-captions.ts';
import { diffCuts } from '../../../../../src-timeline/diff/diff-cuts.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { captionsIn } from '../../../../fakes/captions-text.ts';
import { deliveredCut } from '../../../../fakes/features/returns-fixture.ts';

const inLanguage = (languageCode: string): Timeline => ({
  ...deliveredCut,
  captionTracks: deliveredCut.captionTracks.map((track) => ({ ...track, languageCode })),
});

/** Reads captions, each with its language as words, beside a document without any. */
function tracksOf(delivered: string, ...languages: readonly (string | null)[]): Record<string, string> {
  const files = languages.map((languageCode) => {
    const tag = languageCode ?? 'none';
    return { name: `${tag}.srt`, languageCode, text: captionsIn(deliveredCut, tag), modifiedAtMs: 0 };
  });
  const { timeline } = withCaptionsBeside(
    { ...deliveredCut, captionTracks: [] },
    inLanguage(delivered),
    files,
    0,
  );
  return Object.fromEntries(
    timeline.captionTracks.map(({ languageCode, captions }) => [
      languageCode,
      captions[0]?.lines.join() ?? '',
    ]),
  );
}

test('captions replace those of their language, also where only one names a region', () => {
  expect(tracksOf('en', 'en')).toEqual({ en: 'en' });
  expect(tracksOf('en', 'en-US')).toEqual({ en: 'en-US' });
  expect(tracksOf('pt-BR', 'pt')).toEqual({ 'pt-BR': 'pt' });
  expect(tracksOf('zh-Hans', 'zh-CN')).toEqual({ 'zh-Hans': 'zh-CN' });
  expect(tracksOf('en', null)).toEqual({ en: 'none' });
});

test('captions in a language and in that of a region are two', () => {
  expect(tracksOf('en', 'en-US', 'en')).toEqual({ en: 'en', 'en-US': 'en-US' });
});

test('captions in another script are in another language', () => {
  expect(tracksOf('zh-Hans', 'zh-Hant')).toEqual({ 'zh-Hant': 'zh-Hant' });
  expect(tracksOf('zh-Hans', 'zh-TW')).toEqual({ 'zh-TW': 'zh-TW' });
});

test('captions without a language are those of a cut that does not name its own', () => {
  expect(tracksOf('und', 'en')).toEqual({ und: 'en' });
  expect(tracksOf('und', null)).toEqual({ und: 'none' });
});

test('captions without a language are those of the document where none were delivered', () => {
  const sent = { ...deliveredCut, captionTracks: [] };
  const file = {
    name: 'cut.srt',
    languageCode: null,
    text: captionsIn(deliveredCut, 'none'),
    modifiedAtMs: 1,
  };
  const { timeline } = withCaptionsBeside(inLanguage('fr'), sent, [file], 0);
  expect(
    timeline.captionTracks.map(({ languageCode, captions }) => [languageCode, captions[0]?.lines]),
  ).toEqual([['fr', ['none']]]);
});

test('captions with very many lines are read and compared', () => {
  const two = (value: number): string => String(Math.floor(value) % 60).padStart(2, '0');
  const timeOf = (second: number): string => `${two(second / 3600)}:${two(second / 60)}:${two(second)},000`;
  const lines = Array.from({ length: 200_000 }, (_, index) => {
    return `${String(index + 1)}\n${timeOf(3600 + index)} --> ${timeOf(3601 + index)}\nx\n`;
  });
  const { timeline, delivered } = withCaptions(deliveredCut, lines.join('\n'));
  expect(timeline.captionTracks[0]?.captions).toHaveLength(200_000);
  expect(diffCuts(delivered, timeline, {}).edits).not.toEqual([]);
});
