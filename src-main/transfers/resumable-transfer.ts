import { dirname } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { requireFreeSpace } from '../foundation/files/free-space.ts';
import { contentLengthOf, parseContentRange, validatorOf } from './byte-range.ts';
import type { DownloadedFile, DownloadRequest, TransferDeps } from './download-request.ts';
import { corrupted, gaveUp, incomplete, packed, pageInPlace, refusedBy } from './engine/download-errors.ts';
import { LostBytes } from './engine/lost-bytes.ts';
import type { ResponseParser } from './engine/thread-messages.ts';
import type { OpenedAnswer } from './engine/transfer-engine.ts';
import type { ReceivedPart } from './received-part.ts';

const expiredStatuses = new Set([401, 403, 404, 410]);

/** Runs one download: sends requests until the part is complete. */
export class ResumableTransfer {
  readonly #deps: TransferDeps & { readonly onFallback: (url: string, error: unknown) => void };
  readonly #request: DownloadRequest;
  readonly #part: ReceivedPart;
  #url: string;
  /** True if the link was signed again since the last byte. */
  #hasRenewed = false;
  /** True after the download started over, which it does only once, for lost bytes or a wrong checksum. */
  #hasStartedOver = false;
  #parser: ResponseParser = 'http1';

  constructor(
    deps: TransferDeps & { readonly onFallback: (url: string, error: unknown) => void },
    request: DownloadRequest,
    part: ReceivedPart,
  ) {
    this.#deps = deps;
    this.#request = request;
    this.#part = part;
    this.#url = request.url;
  }

  async run(): Promise<DownloadedFile> {
    const { signal, targetPath, expectedBytes } = this.#request;
    const part = this.#part;
    if (expectedBytes !== null) {
      await requireFreeSpace(dirname(targetPath), expectedBytes - part.receivedBytes);
    }
    for (;;) {
      try {
        if (part.isWhole || (await this.#attempt())) return await this.#finish();
      } catch (error) {
        if (signal.aborted) throw error;
        if (this.#fallsBackAfter(error) || (await this.#startsOverAfter(error))) continue;
        await this.#retryAfter(error);
      }
    }
  }

  /** The creator of the request decides whether and when to retry; the part determines from which byte. */
  async #retryAfter(error: unknown): Promise<void> {
    const { receivedBytes, totalBytes } = this.#part;
    if (!(await this.#request.retry(error, receivedBytes))) throw gaveUp(error, receivedBytes, totalBytes);
    this.#deps.log.info('A download continues after a failure.', { receivedBytes, error });
  }

  /** Switches once to Node's client, which supports the response that ours does not, and continues where it is. */
  #fallsBackAfter(error: unknown): boolean {
    const isUnsupported = error instanceof AppError && error.details['reason'] === 'unsupported';
    if (!isUnsupported || this.#parser === 'node') return false;
    this.#parser = 'node';
    this.#deps.onFallback(this.#url, error);
    return true;
  }

  async #startsOverAfter(error: unknown): Promise<boolean> {
    const isCorrupted = error instanceof AppError && error.details['reason'] === 'corrupted';
    if (this.#hasStartedOver || !(isCorrupted || error instanceof LostBytes)) return false;
    this.#hasStartedOver = true;
    this.#deps.log.warn('A download starts over.', { error });
    if (isCorrupted) await this.#part.clear();
    else await this.#part.replace();
    return true;
  }

  async #finish(): Promise<DownloadedFile> {
    const { expectedSha256 = null } = this.#request;
    await this.#part.sync();
    const sha256 = await this.#part.sha256();
    const { receivedBytes: sizeBytes } = this.#part;
    if (expectedSha256 !== null && sha256 !== expectedSha256.toLowerCase()) throw corrupted(sizeBytes);
    return { sizeBytes, sha256 };
  }

  /** True when the file is complete; false when another request is due at once. */
  async #attempt(): Promise<boolean> {
    const { engine, address } = this.#deps;
    const { signal, allowance } = this.#request;
    const trustedOrigin = await address.origin(signal);
    const stopper = new AbortController();
    const answer = await engine.fetch(
      { url: this.#url, trustedOrigin },
      await this.#rangeHeaders(),
      AbortSignal.any([signal, stopper.signal]),
      this.#parser,
    );
    try {
      if (!(await this.#accept(answer))) return false;
      const { receivedBytes } = this.#part;
      await this.#part.receive(answer.task, allowance, stopper).finally(() => {
        if (this.#part.receivedBytes > receivedBytes) this.#hasRenewed = false;
      });
      return true;
    } finally {
      answer.task.stop();
    }
  }

  async #rangeHeaders(): Promise<Record<string, string>> {
    const { receivedBytes, validator } = this.#part;
    if (receivedBytes > 0 && validator !== null && this.#part.totalBytes !== null) {
      return { range: `bytes=${String(receivedBytes)}-`, 'if-range': validator };
    }
    await this.#part.clear();
    return {};
  }

  /** True if the response body contains the missing bytes. */
  async #accept({ status, headers }: OpenedAnswer): Promise<boolean> {
    if (expiredStatuses.has(status) && !this.#hasRenewed) {
      this.#url = await this.#request.renewUrl(this.#request.signal);
      this.#hasRenewed = true;
      return false;
    }
    if (status < 300 && isPage(headers)) throw pageInPlace(this.#url);
    if (status === 206) return this.#acceptPart(headers);
    if (status === 416) return this.#restart();
    if (status !== 200) throw refusedBy(status);
    if (!isIdentity(headers)) throw packed(headers['content-encoding'] ?? '');
    await this.#part.clear();
    await this.#expect(contentLengthOf(headers));
    this.#part.validator = validatorOf(headers);
    return true;
  }

  async #acceptPart(headers: OpenedAnswer['headers']): Promise<boolean> {
    const { receivedBytes, totalBytes, validator } = this.#part;
    const range = parseContentRange(headers['content-range']);
    const { etag } = headers;
    const isOther = etag !== undefined && validator?.includes('"') === true && etag !== validator;
    const isRest = range?.start === receivedBytes && range.totalBytes === totalBytes;
    return (isRest && !isOther && isIdentity(headers)) || this.#restart();
  }

  /** Discards a part that cannot be continued. */
  async #restart(): Promise<false> {
    if (this.#part.receivedBytes === 0) throw refusedBy(416);
    await this.#part.clear();
    return false;
  }

  async #expect(contentLength: number | null): Promise<void> {
    const { expectedBytes, targetPath } = this.#request;
    if (contentLength === null) {
      this.#part.totalBytes = expectedBytes;
      return;
    }
    if (expectedBytes !== null && contentLength !== expectedBytes) {
      throw incomplete(contentLength, expectedBytes);
    }
    if (expectedBytes === null) await requireFreeSpace(dirname(targetPath), contentLength);
    this.#part.totalBytes = contentLength;
  }
}

/** The service serves no web pages as files: a network that requires a sign-in answers instead of the storage. */
function isPage(headers: OpenedAnswer['headers']): boolean {
  return headers['content-type']?.toLowerCase().startsWith('text/html') === true;
}

/** With any other encoding, the stored bytes would differ from the requested ones. */
function isIdentity(headers: OpenedAnswer['headers']): boolean {
  const encoding = headers['content-encoding'];
  return encoding === undefined || encoding.toLowerCase() === 'identity';
}
