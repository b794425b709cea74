import type { Entity, Language, Voice } from '../../src-shared/contract/catalogue.ts';
import { SingleFlight } from '../foundation/single-flight.ts';
import type { Clock } from '../platform.ts';
import type { HttpClient } from './http-client.ts';
import { firstOf, pageFrom, pageQuery } from './paginate.ts';
import type { AddressSource } from './service-address.ts';

export interface CatalogueDeps {
  readonly http: Pick<HttpClient, 'call'>;
  readonly address: AddressSource;
  readonly clock: Clock;
}

interface Kept {
  readonly voices: Voice[];
  readonly languages: Language[];
}

/** Catalogues hardly change: the specification (§8.1) asks to keep them for hours. */
const keepMs = 6 * 3_600_000;
const pageLimit = 200;

/** What the service offers to choose from: voices and languages, kept for hours, and entities. */
export class Catalogue {
  readonly #deps: CatalogueDeps;
  readonly #stopper = new AbortController();
  readonly #reading = new SingleFlight<Kept>();
  readonly #kept = new Map<string, Kept & { readonly atMs: number }>();

  constructor(deps: CatalogueDeps) {
    this.#deps = deps;
  }

  /** In catalogue order. */
  async voices(): Promise<Voice[]> {
    return (await this.#get()).voices;
  }

  async languages(): Promise<Language[]> {
    return (await this.#get()).languages;
  }

  /** Not kept: the user's own change at any time. */
  async entities(): Promise<Entity[]> {
    const { signal } = this.#stopper;
    const entities = await firstOf(Infinity, (cursor) =>
      pageFrom(
        this.#deps.http.call('listEntities', { query: pageQuery(cursor, pageLimit), signal }),
        'entities',
      ),
    );
    return entities.map(({ isBuiltIn = false, ...entity }) => ({ ...entity, isBuiltIn }));
  }

  dispose(): void {
    this.#stopper.abort();
  }

  async #get(): Promise<Kept> {
    const { address, clock } = this.#deps;
    const { baseUrl } = await address.current(this.#stopper.signal);
    const kept = this.#kept.get(baseUrl);
    if (kept && clock.now() - kept.atMs < keepMs) return kept;
    return this.#reading.run(baseUrl, async () => {
      const fresh = await this.#read(this.#stopper.signal);
      this.#kept.set(baseUrl, { ...fresh, atMs: clock.now() });
      return fresh;
    });
  }

  async #read(signal: AbortSignal): Promise<Kept> {
    const { http } = this.#deps;
    const [voices, { languages }] = await Promise.all([
      firstOf(Infinity, (cursor) =>
        pageFrom(http.call('listTtsVoices', { query: pageQuery(cursor, pageLimit), signal }), 'ttsVoices'),
      ),
      http.call('listLanguages', { signal }),
    ]);
    return {
      languages,
      voices: voices.map(({ displayGender, accent, description, ...voice }) => ({
        ...voice,
        gender: displayGender,
        accent: accent ?? null,
        description: description ?? null,
      })),
    };
  }
}
