import { describe, expect, test } from 'vitest';
import type { Json } from '../support/caller.ts';
import { expectApiError, expectField, expectPage, idsOf, text } from './facts.ts';
import { bodyOf, caller, target } from './target.ts';

const path = '/v1/resources/tts-voices';

describe('part-4-resources', () => {
  test('§4.9 the catalogue is read page by page, each voice once', async () => {
    const all: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const answer = await caller.get(`${path}?limit=60${query}`);
      all.push(...idsOf(expectPage(answer, 'ttsVoices'), 'voiceId'));
      cursor = answer.body.nextCursor;
    } while (cursor !== null);
    expect(new Set(all).size).toBe(all.length);
    const whole = expectPage(await caller.get(`${path}?limit=200`), 'ttsVoices');
    expect(all.slice(0, 200)).toEqual(idsOf(whole, 'voiceId'));
  });

  test.each(['voiceId', 'displayName', 'languageCode', 'accent', 'description'])(
    '§4.9 query finds voices by a part of %s, in any case',
    async (field) => {
      const { ttsVoices } = bodyOf(await caller.get(`${path}?limit=200`), 200);
      const voice = ttsVoices.find((each) => ((each[field] as string | null) ?? '').length > 3);
      if (!voice) throw new Error(`No voice has an ${field}.`);
      const wanted = String(voice[field]).slice(1, 20);
      const query = encodeURIComponent(wanted.toUpperCase());
      const found = expectPage(await caller.get(`${path}?limit=200&query=${query}`), 'ttsVoices');
      expect(idsOf(found, 'voiceId')).toContain(voice.voiceId);
      const searched = ['voiceId', 'displayName', 'languageCode', 'accent', 'description'];
      for (const each of found) {
        const words = searched.map((name) => (each[name] as string | null) ?? '').join('\n');
        expect(words.toLowerCase()).toContain(wanted.toLowerCase());
      }
    },
  );

  test('§4.9 a query that nothing has finds no voice', async () => {
    expect(expectPage(await caller.get(`${path}?query=nothing+like+it`), 'ttsVoices')).toEqual([]);
  });

  test('§4.9 includeDeprecatedVoices is a boolean', async () => {
    expectApiError(await caller.get(`${path}?includeDeprecatedVoices=1`), 400, 'invalid_parameters');
  });

  test('§4.9 deprecated voices are listed only when asked for', async () => {
    const voices = expectPage(await caller.get(`${path}?limit=200`), 'ttsVoices');
    expect(voices.some((voice) => voice['isDeprecated'] === true)).toBe(false);
    const query = 'includeDeprecatedVoices=true&query=English&limit=200';
    const deprecated = expectPage(await caller.get(`${path}?${query}`), 'ttsVoices').filter(
      (voice) => voice['isDeprecated'] === true,
    );
    if (target.isOwn) expect(deprecated).toHaveLength(2);
    for (const { voiceId } of deprecated) {
      const [found] = expectPage(
        await caller.get(`${path}?includeDeprecatedVoices=true&query=${voiceId}`),
        'ttsVoices',
      );
      expect(found?.voiceId).toBe(voiceId);
      expect(expectPage(await caller.get(`${path}?query=${voiceId}`), 'ttsVoices')).toEqual([]);
    }
  });

  test.each(['languageCode', 'name'])('contract §4.8 every language has a %s', async (field) => {
    const { languages } = bodyOf(await caller.get('/v1/resources/languages'), 200);
    expect(languages.length).toBeGreaterThan(0);
    for (const language of languages) expectField(language, field, text);
  });

  test('§4.9 a language is found by its code', async () => {
    const { languages } = bodyOf(await caller.get('/v1/resources/languages?query=es'), 200);
    expect(languages).toContainEqual(expect.objectContaining({ languageCode: expect.stringMatching(/^es/) }));
  });

  test('§4.9 query filters languages', async () => {
    const { languages } = bodyOf(await caller.get('/v1/resources/languages?query=SPANISH'), 200);
    expect(languages.map((language: Json) => String(language['languageCode']).slice(0, 2))).toContain('es');
    expect(bodyOf(await caller.get('/v1/resources/languages?query=no+such+tongue'), 200).languages).toEqual(
      [],
    );
  });

  test('§4.9 the list of avatar presenters is removed', async () => {
    expectApiError(await caller.get('/v1/resources/avatar-presenters'), 404, 'not_found');
  });
});
