import { X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { AppError } from '../../../src-shared/app-error.ts';

let trusted = '';
let usual: readonly string[] | null = null;

/** Returns the PEM certificates that this thread trusts besides the default ones; empty for none. */
export function trustedAuthorities(): string {
  return trusted;
}

/**
 * Trusts additional certificates for every connection that this thread opens from now on.
 * @param pem replaces the additional certificates set before; empty for none.
 * @throws AppError `not_supported_here` on a Node before 24.5.
 */
export function trustAuthorities(pem: string): void {
  if (pem === trusted) return;
  if (!('setDefaultCACertificates' in tls)) {
    throw new AppError('not_supported_here', 'This Node takes no further certificates.');
  }
  usual ??= tls.getCACertificates('default');
  tls.setDefaultCACertificates([...usual, ...blocksOf(pem)]);
  trusted = pem;
}

/**
 * Returns the certificates of a PEM file; ignores keys and all other content.
 * @throws AppError `invalid_input` with reason `no_certificate`.
 */
export function readAuthorities(pem: string): X509Certificate[] {
  try {
    const certificates = blocksOf(pem).map((block) => new X509Certificate(block));
    if (certificates.length > 0) return certificates;
  } catch {
    // The error below covers this case too.
  }
  throw new AppError('invalid_input', 'There is no certificate in PEM form.', {
    details: { reason: 'no_certificate' },
  });
}

function blocksOf(pem: string): string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}
