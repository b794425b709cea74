import { createContext } from 'svelte';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import type { LibraryFile } from '../../../src-shared/contract/library.ts';
import type { Material, MaterialKind } from '../../../src-shared/contract/material.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import { AnswerOrder } from '../foundation/answer-order.ts';
import type { AppClient } from '../foundation/app-client.ts';

/** Kinds and number of files that a form takes. */
export interface LibraryQuestion {
  readonly kinds: readonly MaterialKind[];
  readonly most: number;
}

interface LibraryPage {
  readonly files: readonly LibraryFile[];
  readonly nextCursor: string | null;
}

/** The user's files at the service, for forms that take them. */
export class Library {
  readonly #client: AppClient;
  readonly #order = new AnswerOrder();
  #answer: (files: readonly LibraryFile[]) => void = () => undefined;

  question = $state.raw<LibraryQuestion | null>(null);
  files = $state.raw<readonly LibraryFile[]>([]);
  nextCursor = $state.raw<string | null>(null);
  isLoading = $state(false);
  /** Kinds and query of the last request. */
  #asked = $state<string | null>(null);
  error = $state.raw<ErrorBody | null>(null);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Lets the user choose files. Resolves to an empty list when the question is closed. */
  choose(question: LibraryQuestion): Promise<readonly LibraryFile[]> {
    this.close([]);
    this.question = question;
    const { promise, resolve } = Promise.withResolvers<readonly LibraryFile[]>();
    this.#answer = resolve;
    return promise;
  }

  close(chosen: readonly LibraryFile[]): void {
    this.#order.outdate();
    this.question = null;
    this.files = [];
    this.nextCursor = null;
    this.isLoading = false;
    this.#asked = null;
    this.error = null;
    this.#answer(chosen);
  }

  /** True if `files` or `error` is the result for these kinds and this query. */
  isAnswered(kinds: readonly MaterialKind[], query: string): boolean {
    return !this.isLoading && this.#asked === askedBy(kinds, query);
  }

  /** Reads the first files of some kinds, or the matches of a query. Never rejects: a failure is stored in `error`. */
  async show(kinds: readonly MaterialKind[], query: string): Promise<void> {
    this.#asked = askedBy(kinds, query);
    await this.#read([], async () => {
      const wanted = query.trim();
      if (wanted === '') return this.#client.call('library.list', { kinds: [...kinds], cursor: null });
      const { files } = await this.#client.call('library.search', { kinds: [...kinds], query: wanted });
      return { files, nextCursor: null };
    });
  }

  /** Reads the next files and appends them. */
  async showMore(kinds: readonly MaterialKind[]): Promise<void> {
    const { files: before, nextCursor: cursor } = this;
    await this.#read(before, async () => {
      const { files, nextCursor } = await this.#client.call('library.list', { kinds: [...kinds], cursor });
      const fresh = files.filter((file) => before.every(({ fileId }) => fileId !== file.fileId));
      return { files: [...before, ...fresh], nextCursor };
    });
  }

  /** Makes a file usable as material of a generation. @throws AppError as main made it. */
  use(fileId: string): Promise<Material> {
    return this.#client.call('library.use', { fileId });
  }

  /** @param left the files to show if reading fails. */
  async #read(left: readonly LibraryFile[], ask: () => Promise<LibraryPage>): Promise<void> {
    this.#order.outdate();
    const isNews = this.#order.begin();
    this.isLoading = true;
    this.error = null;
    try {
      const { files, nextCursor } = await ask();
      if (!isNews()) return;
      [this.files, this.nextCursor] = [files, nextCursor];
    } catch (error) {
      if (!isNews()) return;
      this.error = errorBodyOf(error);
      this.files = left;
    }
    this.isLoading = false;
  }
}

function askedBy(kinds: readonly MaterialKind[], query: string): string {
  return JSON.stringify([kinds, query.trim()]);
}

export const [getLibrary, setLibrary] = createContext<Library>();
