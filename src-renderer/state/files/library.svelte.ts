import { createContext } from 'svelte';
import { callOperation } from '../../../src-shared/contract/call-operation.ts';
import type { Take } from '../../../src-shared/contract/cut.ts';
import { materialKindOf } from '../../../src-shared/contract/library.ts';
import type { Material, MaterialKind } from '../../../src-shared/contract/material.ts';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import type { AppClient } from '../foundation/app-client.ts';
import { DelayedRemoval } from '../foundation/delayed-removal.svelte.ts';
import type { Toasts } from '../window/toasts.svelte.ts';
import { FileShelf } from './file-shelf.svelte.ts';
import { OpenedFile } from './opened-file.svelte.ts';
import { type ShelfFile, shelfTypes } from './shelf-file.ts';
import { LibraryUploads } from './uploads.svelte.ts';

export interface LibraryDeps {
  readonly client: AppClient;
  readonly activeConnectionId: () => string;
  readonly toasts: Toasts;
  readonly text: TextOf;
}

/** Kinds and number of files that a form takes. */
export interface LibraryQuestion {
  readonly kinds: readonly MaterialKind[];
  readonly most: number;
}

/** A file of the library for which the user chooses a scene. */
export interface SceneQuestion {
  readonly fileId: string;
  readonly kind: Take['kind'];
}

/** The user's files at the active service: the list of the screen, its selected file, and the choice for forms. */
export class Library {
  readonly #client: AppClient;
  #answer: (files: readonly ShelfFile[]) => void = () => undefined;

  /** Files of the screen. */
  readonly shelf: FileShelf;
  readonly opened: OpenedFile;
  readonly uploads: LibraryUploads;
  /** Files whose archiving can still be undone. */
  readonly removals: DelayedRemoval;
  /** Files to choose from while a form asks. */
  readonly offered: FileShelf;
  question = $state.raw<LibraryQuestion | null>(null);
  sceneQuestion = $state.raw<SceneQuestion | null>(null);
  /** Files of the screen that are being dragged, or were last. */
  dragged = $state.raw<readonly ShelfFile[]>([]);

  constructor(deps: LibraryDeps) {
    this.#client = deps.client;
    this.removals = new DelayedRemoval(deps);
    const isLeaving = (fileId: string): boolean => this.removals.has(fileId);
    this.shelf = new FileShelf({ ...deps, isLeaving });
    this.offered = new FileShelf({ ...deps, isLeaving });
    this.opened = new OpenedFile(deps);
    this.uploads = new LibraryUploads(deps);
  }

  /** Lets the user choose files of the library. Resolves to an empty list when the question is closed. */
  choose(question: LibraryQuestion): Promise<readonly ShelfFile[]> {
    this.close([]);
    this.offered.limitTo(typesOf(question.kinds));
    this.question = question;
    const { promise, resolve } = Promise.withResolvers<readonly ShelfFile[]>();
    this.#answer = resolve;
    return promise;
  }

  close(chosen: readonly ShelfFile[]): void {
    this.question = null;
    this.offered.forget();
    this.#answer(chosen);
  }

  /** Closes all questions and drops everything, because another service has other files. */
  forget(): void {
    this.close([]);
    this.sceneQuestion = null;
    this.dragged = [];
    this.shelf.forget();
    this.opened.open(null);
    void this.uploads.refresh();
  }

  /** Makes a file usable as material of a generation. @throws AppError as main made it. */
  use(fileId: string): Promise<Material> {
    return this.#client.call('library.use', { fileId });
  }

  /** Saves a file; asks for a path if the host can. @throws AppError as main made it. */
  async save(fileId: string): Promise<void> {
    await this.#client.call('library.save', { fileId });
  }

  /** Removes a file from the library for good. @throws AppError as main made it. */
  async archive(fileId: string, connectionId: string): Promise<void> {
    await callOperation(this.#client, 'archiveFile', { path: { fileId } }, connectionId);
    this.shelf.drop(fileId);
  }
}

/** Lists the types of files of some kinds. */
function typesOf(kinds: readonly MaterialKind[]): readonly string[] {
  const types = Object.values(shelfTypes).flatMap((each) => each ?? []);
  return types.filter((type) => kinds.some((kind) => kind === materialKindOf(type)));
}

export const [getLibrary, setLibrary] = createContext<Library>();
