import { expect, test } from 'vitest';
import {
  everyVoice,
  filterVoices,
  languageNamer,
  type VoiceFilter,
} from '../../../../../../src-renderer/screens/library/cast/voice-filter.ts';
import { fakeVoices } from '../../../../../fakes/page/fake-main-data.ts';

const languageName = languageNamer('fr');

function found(filter: Partial<VoiceFilter>, favourite = ''): readonly string[] {
  const known = { languageName, isFavourite: (voiceId: string) => voiceId === favourite };
  return filterVoices(fakeVoices, { ...everyVoice, ...filter }, known).map(({ voiceId }) => voiceId);
}

test('a language finds its regions, and the voices that speak every language', () => {
  const voices = found({ language: 'en' });
  expect(voices).toContain('en-GB-anna');
  expect(voices).toContain('en-US-marius');
  expect(voices.filter((voiceId) => !voiceId.startsWith('en-'))).not.toEqual([]);
  expect(voices.filter((voiceId) => !voiceId.startsWith('en-') && !voiceId.endsWith('-noor'))).toEqual([]);
});

test('gender, accent, single speech, favourites and words narrow together', () => {
  expect(found({})).toHaveLength(fakeVoices.length);
  expect(found({ accent: 'British', gender: 'MALE' })).toEqual(['en-GB-marius']);
  expect(found({ isDirect: true }).filter((voiceId) => voiceId.endsWith('-noor'))).toEqual([]);
  expect(found({ isFavourite: true }, 'de-anna')).toEqual(['de-anna']);
  expect(found({ query: 'ALLEMAND marius' }), 'the name of a language in that of the window').toEqual([
    'de-marius',
  ]);
  expect(found({ query: 'nobody' })).toEqual([]);
});

test('a language code that is none names itself', () => {
  expect([languageName('de'), languageName('not a code')]).toEqual(['allemand', 'not a code']);
});
