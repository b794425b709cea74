import type { FileInfo } from '../../src-shared/api/files.ts';
import type { RequestBody, ResponseBody } from '../../src-shared/api/operations.ts';
import type { HttpClient } from './http-client.ts';
import type { Priority } from './team-budget.ts';

/** Files of the team (specification §4.7). */
export class Files {
  readonly #http: HttpClient;

  constructor(deps: { http: HttpClient }) {
    this.#http = deps.http;
  }

  /** An id and a short-lived address that takes one PUT of the bytes. */
  createUpload(
    body: RequestBody<'createFileUpload'>,
    signal: AbortSignal,
  ): Promise<ResponseBody<'createFileUpload'>> {
    return this.#http.call('createFileUpload', { body, signal, isRepeatable: true });
  }

  /** The record with freshly signed links. */
  hydrate(fileId: string, signal: AbortSignal, priority: Priority = 'user'): Promise<FileInfo> {
    return this.#http.call('hydrateFile', { path: { fileId }, signal, priority, isRepeatable: true });
  }

  /** Takes it out of the library; there is no way back. */
  archive(fileId: string, signal: AbortSignal): Promise<FileInfo> {
    return this.#http.call('archiveFile', { path: { fileId }, signal, isRepeatable: true });
  }
}
