import { createContext } from 'svelte';
import type { RequestBody } from '../../../src-shared/api/operations.ts';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import { callOperation } from '../../../src-shared/contract/call-operation.ts';
import {
  type Entity,
  entitySchema,
  type Language,
  type Voice,
} from '../../../src-shared/contract/catalogue.ts';
import { localConnectionId } from '../../../src-shared/contract/connection.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import { AnswerOrder } from '../foundation/answer-order.ts';
import type { AppClient } from '../foundation/app-client.ts';
import type { Preferences } from '../settings/preferences.svelte.ts';
import { Trials } from './trials.svelte.ts';

export interface CatalogueDeps {
  readonly client: AppClient;
  readonly preferences: Pick<Preferences, 'favouriteVoicesOf'>;
}

/** The voices, languages and entities the service offers. */
export class Catalogue {
  readonly #deps: CatalogueDeps;
  readonly #listOrder = new AnswerOrder();
  readonly #entityOrder = new AnswerOrder();

  /** Connection whose service it is. */
  connectionId = $state(localConnectionId);
  voices = $state.raw<readonly Voice[]>([]);
  languages = $state.raw<readonly Language[]>([]);
  entities = $state.raw<readonly Entity[]>([]);
  error = $state.raw<ErrorBody | null>(null);
  /** Error of the last attempt to read the entities. */
  entityError = $state.raw<ErrorBody | null>(null);
  isLoaded = $state(false);
  areEntitiesLoaded = $state(false);
  readonly trials: Trials;
  readonly #favouriteIds = $derived.by(() => this.#deps.preferences.favouriteVoicesOf(this.connectionId));

  constructor(deps: CatalogueDeps) {
    this.#deps = deps;
    this.trials = new Trials(deps);
  }

  /** Notes whose service is shown. */
  use(connectionId: string): void {
    this.connectionId = connectionId;
  }

  /** Empties the lists, because another service has others. */
  forget(): void {
    this.#listOrder.outdate();
    this.#entityOrder.outdate();
    this.voices = [];
    this.languages = [];
    this.entities = [];
    this.error = null;
    this.entityError = null;
    this.isLoaded = false;
    this.areEntitiesLoaded = false;
  }

  /** Reads all lists. Never rejects: a failure is stored in `error`. */
  async refresh(): Promise<void> {
    const { client } = this.#deps;
    const isNews = this.#listOrder.begin();
    void this.refreshEntities();
    try {
      const [{ voices }, { languages }] = await Promise.all([
        client.call('catalogue.voices', {}),
        client.call('catalogue.languages', {}),
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

  /** Reads the entities again, because they can change elsewhere. Never rejects: on failure the known ones stay. */
  async refreshEntities(): Promise<void> {
    const isNews = this.#entityOrder.begin();
    try {
      const { entities } = await this.#deps.client.call('catalogue.entities', {});
      if (!isNews()) return;
      this.entities = entities;
      this.areEntitiesLoaded = true;
      this.entityError = null;
    } catch (error) {
      if (isNews()) this.entityError = errorBodyOf(error);
    }
  }

  /** Returns the path of an entity's picture: that of its default reference; null if it has none. */
  picturePathOf({ references }: Entity): string | null {
    const reference = references.find(({ isDefault }) => isDefault) ?? references[0];
    return reference ? this.filePathOf(reference.fileId) : null;
  }

  /** Returns the path of a small picture of a file. */
  filePathOf(fileId: string): string {
    return `files/${this.connectionId}/${fileId}/thumbnail`;
  }

  /** @throws AppError as main made it. */
  createEntity(body: RequestBody<'createEntity'>): Promise<Entity> {
    return this.#changed(callOperation(this.#deps.client, 'createEntity', { body }, this.connectionId));
  }

  /** Changes name or description. @throws AppError as main made it. */
  updateEntity(entityId: string, body: RequestBody<'updateEntity'>): Promise<Entity> {
    const request = { path: { entityId }, body };
    return this.#changed(callOperation(this.#deps.client, 'updateEntity', request, this.connectionId));
  }

  /** Adds a file as a reference, or changes the reference that it is. @throws AppError as main made it. */
  putReference(entityId: string, body: RequestBody<'addEntityReference'>): Promise<Entity> {
    const request = { path: { entityId }, body };
    return this.#changed(callOperation(this.#deps.client, 'addEntityReference', request, this.connectionId));
  }

  /** @throws AppError as main made it. */
  removeReference(entityId: string, fileId: string): Promise<Entity> {
    const request = { path: { entityId }, body: { fileId } };
    return this.#changed(
      callOperation(this.#deps.client, 'removeEntityReference', request, this.connectionId),
    );
  }

  /** Archives an entity of a connection, for good. @throws AppError as main made it. */
  async archiveEntity(connectionId: string, entityId: string): Promise<void> {
    await callOperation(this.#deps.client, 'archiveEntity', { path: { entityId } }, connectionId);
    if (connectionId !== this.connectionId) return;
    this.#entityOrder.outdate();
    this.entities = this.entities.filter((entity) => entity.entityId !== entityId);
  }

  /**
   * Returns the voices for a language in any region, or all, without deprecated ones, and always the chosen voice. The
   * user's favourites come first.
   */
  voicesFor(languageCode: string | null, chosenVoiceId: string | null): readonly Voice[] {
    const primary = languageCode?.split('-')[0];
    const speaks = (voice: Voice): boolean =>
      primary === undefined || voice.supportsAllLanguages || voice.languageCode.split('-')[0] === primary;
    return this.favouritesFirst(
      this.voices.filter(
        (voice) => voice.voiceId === chosenVoiceId || (!voice.isDeprecated && speaks(voice)),
      ),
    );
  }

  favouritesFirst(voices: readonly Voice[]): readonly Voice[] {
    const rank = ({ voiceId }: Voice): number => (this.isFavourite(voiceId) ? 0 : 1);
    return voices.toSorted((a, b) => rank(a) - rank(b));
  }

  isFavourite(voiceId: string): boolean {
    return this.#favouriteIds.includes(voiceId);
  }

  languageName(languageCode: string): string {
    return this.languages.find((language) => language.languageCode === languageCode)?.name ?? languageCode;
  }

  /** Stores the new state of an entity; a new one comes after the built-in ones, as in the service's order. */
  async #changed(answer: Promise<unknown>): Promise<Entity> {
    const { connectionId } = this;
    const entity = entitySchema.parse(await answer);
    if (connectionId !== this.connectionId) return entity;
    this.#entityOrder.outdate();
    const isKnown = this.entities.some(({ entityId }) => entityId === entity.entityId);
    const others = this.entities.filter(({ isBuiltIn }) => !isBuiltIn);
    this.entities = isKnown
      ? this.entities.map((each) => (each.entityId === entity.entityId ? entity : each))
      : [...this.entities.filter(({ isBuiltIn }) => isBuiltIn), entity, ...others];
    return entity;
  }
}

export const [getCatalogue, setCatalogue] = createContext<Catalogue>();
