import type { ErrorBody } from '../../src-shared/app-error.ts';
import type { Language, Voice } from '../../src-shared/contract/catalogue.ts';
import { errorBodyOf } from '../errors/error-body-of.ts';
import type { AppClient } from './app-client.ts';

/** The voices and languages the service offers. */
export class Catalogue {
  readonly #client: AppClient;

  voices = $state.raw<readonly Voice[]>([]);
  languages = $state.raw<readonly Language[]>([]);
  error = $state.raw<ErrorBody | null>(null);
  isLoaded = $state(false);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Reads both lists. Never rejects: a failure is `error`. */
  async refresh(): Promise<void> {
    try {
      const [{ voices }, { languages }] = await Promise.all([
        this.#client.call('catalogue.voices', {}),
        this.#client.call('catalogue.languages', {}),
      ]);
      this.voices = voices;
      this.languages = languages;
      this.isLoaded = true;
      this.error = null;
    } catch (error) {
      this.error = errorBodyOf(error);
    }
  }

  /** Voices that speak a language in any region, or all, and the chosen one in any case. */
  voicesFor(languageCode: string | null, chosenVoiceId: string | null): readonly Voice[] {
    if (languageCode === null) return this.voices;
    const primary = languageCode.split('-')[0];
    return this.voices.filter(
      (voice) =>
        voice.supportsAllLanguages ||
        voice.languageCode.split('-')[0] === primary ||
        voice.voiceId === chosenVoiceId,
    );
  }

  languageName(languageCode: string): string {
    return this.languages.find((language) => language.languageCode === languageCode)?.name ?? languageCode;
  }
}
