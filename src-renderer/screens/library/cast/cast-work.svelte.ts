import type { EntityType } from '../../../../src-shared/api/entities.ts';
import type { Entity } from '../../../../src-shared/contract/catalogue.ts';
import type { TextOf } from '../../../../src-shared/i18n/messages.ts';
import type { SentFile } from '../../../components/remix/remix-sources.ts';
import type { AppTools } from '../../../state/app-tools.ts';
import type { Library } from '../../../state/files/library.svelte.ts';
import type { SentFiles } from '../../../state/files/sent-files.svelte.ts';
import { BusyIds } from '../../../state/foundation/busy-ids.svelte.ts';
import type { DelayedRemoval } from '../../../state/foundation/delayed-removal.svelte.ts';
import type { Catalogue } from '../../../state/service/catalogue.svelte.ts';
import type { Toasts } from '../../../state/window/toasts.svelte.ts';
import { isReference, referenceKindsOf } from './reference-kinds.ts';

export interface CastWorkDeps {
  readonly catalogue: Catalogue;
  readonly library: Pick<Library, 'choose'>;
  readonly sentFiles: Pick<SentFiles, 'send'>;
  readonly removals: DelayedRemoval;
  readonly toasts: Toasts;
  readonly attempt: AppTools['attempt'];
  readonly text: TextOf;
}

/** A picture or set of slides for a new entity: a file of the computer, or one that the service has. */
export type NewReference = File | SentFile;

/** What a new entity starts with. */
export interface NewEntity {
  readonly entityType: EntityType;
  readonly name: string;
  readonly description: string;
  readonly references: readonly NewReference[];
}

type Reference = Entity['references'][number];

/** Most files of the library to add at once. */
const mostAtOnce = 10;

/** What can be done with actors, products, styles and themes. Refusals are told as notices. */
export class CastWork {
  readonly #deps: CastWorkDeps;
  /** Ids of entities that get a reference. */
  readonly adding = new BusyIds();

  constructor(deps: CastWorkDeps) {
    this.#deps = deps;
  }

  /** Creates an entity with its references. Rejects if it could not be created; a refused reference is told. */
  async create({ entityType, name, description, references }: NewEntity): Promise<Entity> {
    const { catalogue } = this.#deps;
    const words = description.trim() === '' ? {} : { description: description.trim() };
    const entity = await catalogue.createEntity({ entityType, name: name.trim(), ...words });
    await this.#addAll(entity, references);
    return entity;
  }

  /** Changes the name or the description, with undo. */
  async change(
    entity: Entity,
    words: { readonly name?: string; readonly description?: string },
  ): Promise<void> {
    const { entityId, name, description } = entity;
    const { catalogue, text } = this.#deps;
    const before = words.name === undefined ? { description } : { name };
    await this.#deps.attempt(async () => {
      await catalogue.updateEntity(entityId, words);
      const said =
        words.name === undefined
          ? text('cast.described', { name })
          : text('cast.renamed', { name: words.name });
      this.#offerUndo(said, () => catalogue.updateEntity(entityId, before));
    });
  }

  /** Adds files of the computer as references; refuses others. */
  async addFiles(entity: Entity, files: readonly File[]): Promise<void> {
    const { toasts, text } = this.#deps;
    const { entityType } = entity;
    const [refused] = files.filter((file) => !isReference(entityType, file));
    if (refused) {
      const key = entityType === 'SLIDESHOW_THEME' ? 'cast.onlySlides' : 'cast.onlyPictures';
      toasts.show({ kind: 'bad', text: () => text(key, { name: refused.name }) });
    }
    await this.#addAll(
      entity,
      files.filter((file) => isReference(entityType, file)),
    );
  }

  /** Lets the user choose references from the library. */
  async addFromLibrary(entity: Entity): Promise<void> {
    const { catalogue } = this.#deps;
    const { connectionId } = catalogue;
    const files = await this.chooseFromLibrary(entity.entityType);
    if (catalogue.connectionId === connectionId) await this.#addAll(entity, files);
  }

  chooseFromLibrary(entityType: EntityType): Promise<readonly SentFile[]> {
    return this.#deps.library.choose({ kinds: referenceKindsOf(entityType), most: mostAtOnce });
  }

  async describeReference(entity: Entity, { fileId }: Reference, description: string): Promise<void> {
    await this.#deps.attempt(() =>
      this.#deps.catalogue.putReference(entity.entityId, { fileId, description }),
    );
  }

  /** Makes a reference the picture of the entity. */
  async makeDefault(entity: Entity, { fileId, description }: Reference): Promise<void> {
    const body = { fileId, isDefault: true, ...(description !== '' && { description }) };
    await this.#deps.attempt(() => this.#deps.catalogue.putReference(entity.entityId, body));
  }

  /** Removes a reference, with undo. Its file stays in the library. */
  async removeReference({ entityId, name }: Entity, reference: Reference): Promise<void> {
    const { catalogue, text, attempt } = this.#deps;
    const { fileId, description, isDefault } = reference;
    await attempt(async () => {
      await catalogue.removeReference(entityId, fileId);
      this.#offerUndo(text('cast.referenceRemoved', { name }), () =>
        catalogue.putReference(entityId, {
          fileId,
          ...(description !== '' && { description }),
          ...(isDefault && { isDefault }),
        }),
      );
    });
  }

  /** Archives entities once the notice with the undo action is gone: the service has no way back. */
  archive(entities: readonly Entity[]): void {
    const { catalogue, removals, text, attempt } = this.#deps;
    const { connectionId } = catalogue;
    const ids = entities.map(({ entityId }) => entityId);
    removals.begin({
      ids,
      group: connectionId,
      words: () => text('cast.archived', { count: ids.length, name: entities[0]?.name ?? '' }),
      remove: async () => {
        for (const entityId of ids) await attempt(() => catalogue.archiveEntity(connectionId, entityId));
      },
    });
  }

  async #addAll({ entityId }: Entity, references: readonly NewReference[]): Promise<void> {
    const { catalogue, attempt } = this.#deps;
    const { connectionId } = catalogue;
    await this.adding.during(entityId, async () => {
      for (const reference of references) {
        await attempt(async () => {
          const { fileId } =
            reference instanceof File ? await this.#deps.sentFiles.send(connectionId, reference) : reference;
          if (catalogue.connectionId === connectionId) await catalogue.putReference(entityId, { fileId });
        });
      }
    });
  }

  /** Says what was done and offers to undo it, as long as the same service is shown. */
  #offerUndo(said: string, undo: () => Promise<unknown>): void {
    const { catalogue, toasts, text, attempt } = this.#deps;
    const { connectionId } = catalogue;
    const run = (): void => {
      if (catalogue.connectionId === connectionId) void attempt(undo);
    };
    toasts.show({ text: said, action: { label: text('common.undo'), run } });
  }
}
