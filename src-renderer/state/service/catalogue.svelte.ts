import { createContext } from 'svelte';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import type { Entity, Language, Voice } from '../../../src-shared/contract/catalogue.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import { AnswerOrder } from '../foundation/answer-order.ts';
import type { AppClient } from '../foundation/app-client.ts';

/** The voices, languages and entities the service offers. */
export class Catalogue {
  readonly #client: AppClient;
  readonly #listOrder = new AnswerOrder();
  readonly #entityOrder = new AnswerOrder();

  voices = $state.raw<readonly Voice[]>([]);
  languages = $state.raw<readonly Language[]>([]);
  entities = $state.raw<readonly Entity[]>([]);
  error = $state.raw<ErrorBody | null>(null);
  isLoaded = $state(false);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Empties the lists, because another service has others. */
  forget(): void {
    this.#listOrder.outdate();
    this.#entityOrder.outdate();
    this.voices = [];
    this.languages = [];
    this.entities = [];
    this.error = null;
    this.isLoaded = false;
  }

  /** Reads all lists. Never rejects: a failure is stored in `error`. */
  async refresh(): Promise<void> {
    const isNews = this.#listOrder.begin();
    void this.refreshEntities();
    try {
      const [{ voices }, { languages }] = await Promise.all([
        this.#client.call('catalogue.voices', {}),
        this.#client.call('catalogue.languages', {}),
      ]);
      if (!isNews()) return;
      this.voices = voices;
      this.languages = languages;
      this.isLoaded = true;
      this.error = null;
    } catch (error) {
      if (isNews()) this.error = errorBodyOf(error);
    }
  }

  /** Reads the entities again, because the user can change them. Never rejects: on failure the known ones stay. */
  async refreshEntities(): Promise<void> {
    const isNews = this.#entityOrder.begin();
    const { entities } = await this.#client.call('catalogue.entities', {}).catch(() => ({ entities: null }));
    if (entities !== null && isNews()) this.entities = entities;
  }

  /** Returns the voices for a language in any region, or all, without deprecated ones, and always the chosen voice. */
  voicesFor(languageCode: string | null, chosenVoiceId: string | null): readonly Voice[] {
    const primary = languageCode?.split('-')[0];
    const speaks = (voice: Voice): boolean =>
      primary === undefined || voice.supportsAllLanguages || voice.languageCode.split('-')[0] === primary;
    return this.voices.filter(
      (voice) => voice.voiceId === chosenVoiceId || (!voice.isDeprecated && speaks(voice)),
    );
  }

  languageName(languageCode: string): string {
    return this.languages.find((language) => language.languageCode === languageCode)?.name ?? languageCode;
  }
}

export const [getCatalogue, setCatalogue] = createContext<Catalogue>();
