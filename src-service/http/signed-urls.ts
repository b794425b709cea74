import { ApiError } from '../api-error.ts';
import type { ServiceAddress } from '../service-address.ts';
import type { Signer } from '../signer.ts';
import type { Rendition } from '../store/records/stored-file.ts';

function refusal(message: string): ApiError {
  return new ApiError(403, 'not_authorized', message);
}

function refuseExpired(expires: string, nowSeconds: number): void {
  if (Number(expires) <= nowSeconds) {
    throw refusal('This link has expired. Read the record again for a new one.');
  }
}

/** The parts of a signed folder's address after its path. */
export interface FolderPermission {
  readonly expires: string;
  readonly signature: string;
}

/** Makes and checks links that carry their own permission: a path, an expiry time, and a signature over both. */
export class SignedUrls {
  readonly #signer: Signer;
  readonly #address: ServiceAddress;

  constructor(deps: { signer: Signer; address: ServiceAddress }) {
    this.#signer = deps.signer;
    this.#address = deps.address;
  }

  /** Equal arguments give the same link. @param path percent-encoded; @param expiresAt Unix seconds. */
  urlOf(path: string, expiresAt: number): string {
    const signature = this.#signer.sign(`${path}\n${expiresAt}`).toString('base64url');
    return this.#address.urlOf(`${path}?expires=${expiresAt}&signature=${signature}`);
  }

  /** Returns the link of a file that ends in a chosen file name, by which editors distinguish media. */
  mediaUrlOf(fileId: string, rendition: Rendition, fileName: string, expiresAt: number): string {
    return this.urlOf(`/media/${fileId}/${rendition}/${encodeURIComponent(fileName)}`, expiresAt);
  }

  /**
   * Returns a folder address with the permission in its path, so that relative addresses in its files carry it too.
   * @param path percent-encoded; @param expiresAt Unix seconds.
   * @returns an address without a trailing slash
   */
  folderUrlOf(path: string, expiresAt: number): string {
    const signature = this.#signer.sign(`${path}/\n${expiresAt}`).toString('base64url');
    return this.#address.urlOf(`${path}/${expiresAt}/${signature}`);
  }

  /** @throws ApiError 403 as `check` does */
  checkFolder(path: string, permission: FolderPermission, nowSeconds: number): void {
    const code = Buffer.from(permission.signature, 'base64url');
    if (!this.#signer.isValid(`${path}/\n${permission.expires}`, code)) {
      throw refusal('This link is not valid.');
    }
    refuseExpired(permission.expires, nowSeconds);
  }

  /** @throws ApiError 403 for a link that was altered, made elsewhere, or has expired. */
  check(requestTarget: string, nowSeconds: number): void {
    const [path = '', queryText = ''] = requestTarget.split('?', 2);
    const query = new URLSearchParams(queryText);
    const expires = query.get('expires') ?? '';
    const signature = Buffer.from(query.get('signature') ?? '', 'base64url');
    if (!this.#signer.isValid(`${path}\n${expires}`, signature)) throw refusal('This link is not valid.');
    refuseExpired(expires, nowSeconds);
  }
}
