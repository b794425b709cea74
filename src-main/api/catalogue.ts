import { type Entity, entitySchema, type Language, type Voice } from '../../src-shared/contract/catalogue.ts';
import { SingleFlight } from '../foundation/single-flight.ts';
import type { Clock } from '../platform.ts';
import type { HttpClient } from './http/http-client.ts';
import type { AddressSource } from './http/service-address.ts';
import { firstOf, pageFrom, pageQuery } from './paginate.ts';

export interface CatalogueDeps {
  readonly connectionId: string;
  readonly http: Pick<HttpClient, 'call'>;
  readonly address: AddressSource;
  readonly clock: Clock;
}

interface Kept {
  readonly voices: Voice[];
  readonly languages: Language[];
  /** Signed links by voice id. */
  readonly samples: ReadonlyMap<string, string>;
}

/** Catalogues hardly change: the specification (§8.1) asks to keep them for hours. */
const keepMs = 6 * 3_600_000;
const pageLimit = 200;

/** Reads the voices, languages and entities that the service offers. Keeps voices and languages for hours. */
export class Catalogue {
  readonly #deps: CatalogueDeps;
  readonly #stopper = new AbortController();
  readonly #reading = new SingleFlight<Kept>();
  readonly #kept = new Map<string, Kept & { readonly atMs: number }>();

  constructor(deps: CatalogueDeps) {
    this.#deps = deps;
  }

  /** Returns the voices in catalogue order. */
  async voices(): Promise<Voice[]> {
    return (await this.#get()).voices;
  }

  async languages(): Promise<Language[]> {
    return (await this.#get()).languages;
  }

  /** Returns all entities of known types, uncached because the user's own can change at any time. */
  async entities(): Promise<Entity[]> {
    const { signal } = this.#stopper;
    const entities = await firstOf(Infinity, (cursor) =>
      pageFrom(
        this.#deps.http.call('listEntities', { query: pageQuery(cursor, pageLimit), signal }),
        'entities',
      ),
    );
    return entities.flatMap((entity) => entitySchema.safeParse(entity).data ?? []);
  }

  /** Returns the last known signed link of a voice's sample and a way to read it again; null for none. */
  async sampleOf(
    voiceId: string,
  ): Promise<{ readonly url: string | null; readonly renew: () => Promise<string | null> } | null> {
    const url = (await this.#get()).samples.get(voiceId);
    if (url === undefined) return null;
    return { url, renew: async () => (await this.#get(true)).samples.get(voiceId) ?? null };
  }

  dispose(): void {
    this.#stopper.abort();
  }

  async #get(isFresh = false): Promise<Kept> {
    const { address, clock } = this.#deps;
    const { baseUrl } = await address.current(this.#stopper.signal);
    const kept = this.#kept.get(baseUrl);
    if (!isFresh && kept && clock.now() - kept.atMs < keepMs) return kept;
    return this.#reading.run(baseUrl, async () => {
      const fresh = await this.#read(this.#stopper.signal);
      this.#kept.set(baseUrl, { ...fresh, atMs: clock.now() });
      return fresh;
    });
  }

  async #read(signal: AbortSignal): Promise<Kept> {
    const { http, connectionId } = this.#deps;
    const query = { includeDeprecatedVoices: true };
    const [voices, { languages }] = await Promise.all([
      firstOf(Infinity, (cursor) =>
        pageFrom(
          http.call('listTtsVoices', { query: { ...pageQuery(cursor, pageLimit), ...query }, signal }),
          'ttsVoices',
        ),
      ),
      http.call('listLanguages', { signal }),
    ]);
    return {
      languages,
      samples: new Map(voices.flatMap(({ voiceId, sampleUrl }) => (sampleUrl ? [[voiceId, sampleUrl]] : []))),
      voices: voices.map(({ displayGender, accent, description, sampleUrl, ...voice }) => ({
        ...voice,
        gender: displayGender,
        accent: accent ?? null,
        description: description ?? null,
        samplePath: sampleUrl ? `voices/${connectionId}/${voice.voiceId}/sample` : null,
      })),
    };
  }
}
