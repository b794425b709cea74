import { AppError } from '../../../src-shared/app-error.ts';
import type { BundleEntry, ExtractedFile } from './bundle-listing.ts';
import { printableName } from './printable-name.ts';
import type { UnpackedHash } from './unpack-order.ts';

function unreadable({ relativePath }: BundleEntry): AppError {
  const entry = printableName(relativePath);
  return new AppError('file_unreadable', `"${entry}" is gone or cannot be read any more.`, {
    details: { entry, reason: 'missing' },
  });
}

/** The files of a bundle with hashes that come later. */
export class PendingHashes {
  readonly #entries: readonly BundleEntry[];
  readonly #waiting: readonly PromiseWithResolvers<string>[];

  constructor(entries: readonly BundleEntry[]) {
    this.#entries = entries;
    this.#waiting = entries.map(() => Promise.withResolvers<string>());
    // Nobody has to wait for them.
    for (const { promise } of this.#waiting) promise.catch(() => undefined);
  }

  /** In the order of the entries. */
  get files(): ExtractedFile[] {
    return this.#entries.map((entry, index) => {
      const { relativePath, sizeBytes } = entry;
      return {
        relativePath,
        sizeBytes,
        sha256: this.#waiting[index]?.promise ?? Promise.reject(unreadable(entry)),
      };
    });
  }

  take(hashes: readonly UnpackedHash[]): void {
    for (const { index, sha256 } of hashes) {
      const entry = this.#entries[index];
      if (sha256 !== null) this.#waiting[index]?.resolve(sha256);
      else if (entry) this.#waiting[index]?.reject(unreadable(entry));
    }
  }

  /** What is still missing when the work has ended never comes. */
  endWith(finished: Promise<unknown>): void {
    const end = (reason: unknown): void => {
      for (const { reject } of this.#waiting) reject(reason);
    };
    finished.then(() => {
      end(new Error('An unpacked file has no hash.'));
    }, end);
  }
}
