import { scryptSync } from 'node:crypto';
import { AppError } from '../../../src-shared/app-error.ts';
import { parseServiceUrl } from '../../connections/service-url.ts';

/** A service somewhere else, as a command line names it. */
export interface ServiceChoice {
  readonly baseUrl: string;
  readonly apiKey: string;
  /**
   * Of this service with this key: what a command left is taken up by one that speaks to the same service with the same
   * key, and by no other. It is stored, so the key can neither be read from it nor guessed by it in reasonable time.
   */
  readonly connectionId: string;
}

/**
 * Null when no address is given: the local service is meant.
 * @param given what the command line says.
 * @param environmentKey the key when the command line has none; it is there for every command.
 * @throws AppError `invalid_input`, `service_address_invalid`.
 */
export function readService(
  given: { readonly 'base-url'?: string | undefined; readonly 'api-key'?: string | undefined },
  environmentKey: string | undefined,
): ServiceChoice | null {
  const { 'base-url': baseUrl, 'api-key': apiKey } = given;
  if (baseUrl === undefined) {
    if (apiKey === undefined) return null;
    throw wrongUse('--api-key needs --base-url, the address of its service. The local service takes no key.');
  }
  if (!URL.canParse(baseUrl)) throw wrongUse(`--base-url must be a web address, not ${baseUrl}.`);
  const key = (apiKey ?? environmentKey ?? '').trim();
  if (key === '') throw wrongUse('--base-url needs --api-key (or VIDEOGEN_API_KEY).');
  if (!/^[!-~]+$/.test(key)) throw wrongUse('--api-key (or VIDEOGEN_API_KEY) has characters no key has.');
  const hash = scryptSync(key, parseServiceUrl(baseUrl), 16).toString('hex');
  return { baseUrl, apiKey: key, connectionId: `address-${hash}` };
}

function wrongUse(message: string): AppError {
  return new AppError('invalid_input', message);
}
