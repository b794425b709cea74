import { AppError } from '../../src-shared/app-error.ts';
import { isEncryptedOrHere } from '../foundation/web-address.ts';

/**
 * Returns the base URL that a user means: https if the scheme is missing, without a `/v1` or slash at its end. Every
 * request carries a credential, so plain http is allowed on this computer only.
 * @throws AppError `service_address_invalid` with `reason` `not_a_url`, `not_encrypted`, or `has_extras` for a user
 * name, query or fragment.
 */
export function parseServiceUrl(text: string): string {
  const trimmed = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (!url || url.hostname === '' || /\s/.test(trimmed)) throw invalid('not_a_url', '');
  if (url.username + url.password + url.search + url.hash !== '') throw invalid('has_extras', url.host);
  if (!isEncryptedOrHere(url)) throw invalid('not_encrypted', url.host);
  const path = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
  return url.origin + path;
}

function invalid(reason: string, address: string): AppError {
  return new AppError('service_address_invalid', `The address of the service is not usable: ${reason}.`, {
    details: { reason, ...(address === '' ? {} : { address }) },
  });
}
