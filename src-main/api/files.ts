import type { FileInfo } from '../../src-shared/api/files.ts';
import type { RequestBody, ResponseBody } from '../../src-shared/api/operations.ts';
import type { Priority } from './budget/rate-budget.ts';
import type { HttpClient, StartHooks } from './http/http-client.ts';
import { pageQuery } from './paginate.ts';

/** Files of the team (specification §4.7). */
export class Files {
  readonly #http: HttpClient;

  constructor(deps: { http: HttpClient }) {
    this.#http = deps.http;
  }

  /**
   * Returns a file id and a short-lived address that takes one PUT of the bytes. The request is sent once.
   * @param hooks as in `ApiRequest`.
   */
  createUpload(
    body: RequestBody<'createFileUpload'>,
    signal: AbortSignal,
    hooks: StartHooks,
  ): Promise<ResponseBody<'createFileUpload'>> {
    return this.#http.call('createFileUpload', { body, signal, isTriedOnce: true, ...hooks });
  }

  /** Returns the record with freshly signed links. */
  hydrate(fileId: string, signal: AbortSignal, priority: Priority = 'user'): Promise<FileInfo> {
    return this.#http.call('hydrateFile', { path: { fileId }, signal, priority, isRepeatable: true });
  }

  /** Returns one page of the team's files, the latest first. */
  list(cursor: string | null, limit: number, signal: AbortSignal): Promise<ResponseBody<'listFiles'>> {
    return this.#http.call('listFiles', { query: pageQuery(cursor, limit), signal });
  }

  /** Removes the file from the library permanently. */
  archive(fileId: string, signal: AbortSignal): Promise<FileInfo> {
    return this.#http.call('archiveFile', { path: { fileId }, signal, isRepeatable: true });
  }
}
