import { AppError } from '../../src-shared/app-error.ts';
import type { Transfer } from '../../src-shared/contract/transfer.ts';
import { factsWithin } from '../foundation/files/read-foreign-file.ts';
import { storeWithRetry } from '../foundation/store-with-retry.ts';
import type { FileGrants } from '../intake/file-grants.ts';
import type { Clock, Log } from '../platform.ts';
import type { ReturnRecord, ReturnRepository } from '../state/return-repository.ts';
import { folderOf } from './watch/return-files.ts';

export interface ReturnUploadsDeps {
  readonly repository: ReturnRepository;
  readonly grants: Pick<FileGrants, 'grantPath'>;
  /** Returns the uploads of the connection that the version came from. @throws AppError `not_found` once removed. */
  readonly uploadsOf: (record: { readonly connectionId: string }) => {
    readonly add: (
      fileGrant: string,
      wishes: { readonly purpose: string; readonly isMovie: true },
    ) => Promise<Pick<Transfer, 'transferId'>>;
    readonly latestFor: (purpose: string) => Pick<Transfer, 'transferId' | 'state'> | null;
    readonly settled: (transferId: string) => Promise<void>;
  };
  /** Returns the state of a transfer; null when it was cleared. */
  readonly transferState: (transferId: string) => Transfer['state'] | null;
  readonly onChange: (record: ReturnRecord) => void;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the app closes. */
  readonly signal: AbortSignal;
}

/** Final states without the file at the service. */
const ended: ReadonlySet<Transfer['state']> = new Set(['failed', 'cancelled']);

/** Number of movies checked at app start; others are checked before they are uploaded. */
const maxAdopted = 200;

/** Includes the fingerprint, so that an overwritten file is uploaded again. */
const purposeOf = ({ returnId, fingerprint }: ReturnRecord): string =>
  `return ${returnId} ${fingerprint ?? ''}`;

/** Uploads returned movies to the library of the service that their version came from. */
export class ReturnUploads {
  readonly #deps: ReturnUploadsDeps;

  constructor(deps: ReturnUploadsDeps) {
    this.#deps = deps;
  }

  /** Follows unfinished uploads, including those that the app had not noted in the return when it ended. */
  start(): void {
    const { repository, log } = this.#deps;
    const noted = repository.listUnfinished().filter(({ uploadId }) => uploadId !== null);
    const others = repository.listOpenMovies(maxAdopted).filter(({ uploadId }) => uploadId === null);
    for (const record of [...noted, ...others]) {
      try {
        if (record.uploadId === null) this.#adopt(record);
        else this.#follow(record);
      } catch (error) {
        log.warn('An upload of a returned movie is not followed.', { returnId: record.returnId, error });
      }
    }
  }

  /**
   * Queues the upload of the movie; keeps an existing one.
   * @throws AppError `conflict` for a return that is no movie or awaits no decision, `not_found` when the file is
   * gone, and as an upload.
   */
  async begin(record: ReturnRecord): Promise<ReturnRecord> {
    if (record.uploadId !== null || record.state === 'uploaded') return record;
    const { grants, uploadsOf, repository } = this.#deps;
    const { kind, state, isMissing, path } = record;
    if (kind !== 'movie' || state !== 'described')
      throw new AppError('conflict', 'Only a finished movie that waits for a decision is uploaded.');
    if (isMissing) throw new AppError('not_found', 'The returned movie is not there.', { details: { path } });
    const adopted = this.#adopt(record);
    if (adopted) return adopted;
    // A link that came into its place since it was examined may lead to any file.
    const facts = await factsWithin(path, folderOf(record)).catch(() => null);
    if (!facts) throw new AppError('not_found', 'The returned movie is not there.', { details: { path } });
    const { transferId } = await uploadsOf(record).add(await grants.grantPath(path), {
      purpose: purposeOf(record),
      isMovie: true,
    });
    return this.#begun(repository.get(record.returnId) ?? record, transferId);
  }

  /** Adopts an unfinished or finished upload of the same content; null without one. */
  #adopt(record: ReturnRecord): ReturnRecord | null {
    const known = this.#deps.uploadsOf(record).latestFor(purposeOf(record));
    return known && !ended.has(known.state) ? this.#begun(record, known.transferId) : null;
  }

  #begun(record: ReturnRecord, uploadId: string): ReturnRecord {
    const begun = { ...record, uploadId };
    this.#put(begun);
    this.#follow(begun);
    return begun;
  }

  #follow(record: ReturnRecord): void {
    const { uploadId } = record;
    if (uploadId === null) return;
    const note = (): void => {
      this.#note(record.returnId, uploadId);
    };
    const store = (): Promise<void> => storeWithRetry(note, this.#deps, this.#deps.signal);
    const settled = this.#deps.uploadsOf(record).settled(uploadId);
    // It ends early only when the app closes; the next start notes the end.
    settled.then(store, store).catch(() => undefined);
  }

  /** Notes the end of an upload. A failed or cancelled one can be started again; its transfer has the reason. */
  #note(returnId: string, uploadId: string): void {
    const now = this.#deps.repository.get(returnId);
    if (now?.uploadId !== uploadId) return;
    const state = this.#deps.transferState(uploadId);
    if (state === 'done') this.#put({ ...now, state: 'uploaded' });
    else if (state === null || ended.has(state)) this.#put({ ...now, uploadId: null });
  }

  #put(record: ReturnRecord): void {
    this.#deps.repository.put(record);
    this.#deps.onChange(record);
  }
}
