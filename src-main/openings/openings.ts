import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError, toErrorBody } from '../../src-shared/app-error.ts';
import type { Opening } from '../../src-shared/contract/app/opening.ts';
import type { Connection } from '../../src-shared/contract/connection.ts';
import { documentInBundle } from '../../src-timeline/formats/document-bundles.ts';
import { parseServiceUrl } from '../connections/service-url.ts';
import type { FileGrants } from '../intake/file-grants.ts';
import type { Log } from '../platform.ts';
import { type Link, parseLink } from './parse-link.ts';

export interface OpeningsDeps {
  /** Publishes `opening.waits` when the page has something to show. */
  readonly events: { publish(name: 'opening.waits', payload: object): void };
  readonly log: Log;
  readonly connections: { list(): readonly Connection[] };
  readonly grants: Pick<FileGrants, 'grantPath'>;
  /** @throws AppError `not_found`. */
  readonly requireReturn: (returnId: string) => unknown;
}

/** Limit of waiting openings: nobody opens more at once, and they must not pile up if no page takes them. */
const maxWaiting = 200;

/** Keeps what the system wants the app to show until a page takes it. */
export class Openings {
  readonly #deps: OpeningsDeps;
  #waiting: Opening[] = [];

  constructor(deps: OpeningsDeps) {
    this.#deps = deps;
  }

  /** Follows a link from anywhere; shows it as refused if that fails. */
  follow(link: string): void {
    try {
      this.add(this.#read(link));
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** Opens files with the app, at most 200; shows unreadable ones as refused. */
  async openFiles(paths: readonly string[]): Promise<void> {
    const files: { displayName: string; fileGrant: string }[] = [];
    for (const path of paths.slice(0, maxWaiting)) {
      try {
        const document = await documentAt(path);
        files.push({
          displayName: basename(document),
          fileGrant: await this.#deps.grants.grantPath(document),
        });
      } catch (error) {
        this.#refuse(error);
      }
    }
    if (files.length > 0) this.add({ kind: 'files', files });
  }

  /** Adds an opening. Files join files that were opened just before: some systems open each by itself. */
  add(opening: Opening): void {
    const last = this.#waiting.at(-1);
    if (opening.kind === 'files' && last?.kind === 'files')
      this.#waiting.splice(-1, 1, {
        kind: 'files',
        files: [...last.files, ...opening.files].slice(-maxWaiting),
      });
    else this.#waiting = [...this.#waiting, opening].slice(-maxWaiting);
    this.#deps.events.publish('opening.waits', {});
  }

  /** Carries out what the user chose outside of the window. Shows in the window why it fails. Never rejects. */
  async attempt(action: () => unknown): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** Returns the waiting openings, each once. */
  take(): Opening[] {
    return this.#waiting.splice(0);
  }

  #read(text: string): Opening {
    const link = parseLink(text);
    switch (link.kind) {
      case 'project': {
        const { connectionId, isActive, address } = this.#connectionOf(link);
        const elsewhere = isActive ? null : address;
        return { kind: 'project', projectId: link.projectId, connectionId, elsewhere };
      }
      case 'return':
        this.#requireReturn(link.returnId);
        return { kind: 'return', returnId: link.returnId };
      case 'sign-in':
        return { kind: 'connections' };
    }
  }

  #connectionOf({ serviceUrl, connectionId }: Extract<Link, { kind: 'project' }>): Connection {
    const connections = this.#deps.connections.list();
    const address = serviceUrl === null ? null : parseServiceUrl(serviceUrl);
    const fitting = connections.filter((each) =>
      connectionId === null
        ? address === null || each.serviceUrl === address
        : each.connectionId === connectionId,
    );
    const found = fitting.find(({ isActive }) => isActive) ?? fitting[0];
    if (found) return found;
    throw new AppError('not_found', `There is no connection to ${address ?? 'anything'}.`, {
      details: { reason: 'link_service', address: address ?? '' },
    });
  }

  #requireReturn(returnId: string): void {
    try {
      this.#deps.requireReturn(returnId);
    } catch (cause) {
      throw new AppError('not_found', 'The link leads to a return that is not here.', {
        details: { reason: 'link_return' },
        cause,
      });
    }
  }

  #refuse(error: unknown): void {
    if (!(error instanceof AppError))
      this.#deps.log.error('What was chosen outside of the window failed.', error);
    this.add({ kind: 'refused', error: toErrorBody(error) });
  }
}

/** Returns the timeline inside a folder that is a document bundle; any other path as it is. */
async function documentAt(path: string): Promise<string> {
  const document = documentInBundle(path);
  const isFolder = document !== null && (await stat(path).catch(() => null))?.isDirectory() === true;
  return isFolder ? join(path, document) : path;
}
