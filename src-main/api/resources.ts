import type { TtsVoice } from '../../src-shared/api/resources.ts';
import type { HttpClient } from './http-client.ts';
import { pageQuery, paginate } from './paginate.ts';

const pageLimit = 200;

/** The catalogues of voices and languages (specification §4.9). */
export class Resources {
  readonly #http: HttpClient;

  constructor(deps: { http: HttpClient }) {
    this.#http = deps.http;
  }

  /** The whole catalogue without deprecated voices, in catalogue order. */
  async voices(signal: AbortSignal): Promise<TtsVoice[]> {
    const pages = paginate(async (cursor) => {
      const query = pageQuery(cursor, pageLimit);
      const page = await this.#http.call('listTtsVoices', { query, signal });
      return { items: page.ttsVoices, nextCursor: page.nextCursor };
    });
    const voices: TtsVoice[] = [];
    for await (const voice of pages) voices.push(voice);
    return voices;
  }

  async languages(signal: AbortSignal): Promise<{ languageCode: string; name: string }[]> {
    return (await this.#http.call('listLanguages', { signal })).languages;
  }
}
