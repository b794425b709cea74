import { X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { AppError } from '../../src-shared/app-error.ts';

let trusted = '';
let usual: readonly string[] | null = null;

/** What this thread trusts beside the usual certificates, as PEM; empty for nothing. */
export function trustedAuthorities(): string {
  return trusted;
}

/**
 * Trusts certificates beside the usual ones, for every connection this thread opens from now on.
 * @param pem replaces what was given before; empty for nothing.
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
 * The certificates of a PEM file; keys and whatever else it holds are left out.
 * @throws AppError `invalid_input` with reason `no_certificate`.
 */
export function readAuthorities(pem: string): X509Certificate[] {
  try {
    const certificates = blocksOf(pem).map((block) => new X509Certificate(block));
    if (certificates.length > 0) return certificates;
  } catch {
    // Said below.
  }
  throw new AppError('invalid_input', 'There is no certificate in PEM form.', {
    details: { reason: 'no_certificate' },
  });
}

function blocksOf(pem: string): string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}
