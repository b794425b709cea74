import { scryptSync } from 'node:crypto';
import { AppError } from '../../../src-shared/app-error.ts';
import { parseServiceUrl } from '../../connections/service-url.ts';

/** A service at an address, as a command line names it. */
export interface ServiceChoice {
  readonly baseUrl: string;
  readonly apiKey: string;
  /**
   * Made from this service and this key, so that only a command with the same service and key resumes what another
   * left. As the app stores it, it must neither reveal the key nor make it guessable in reasonable time.
   */
  readonly connectionId: string;
}

/**
 * Reads the service of a command line. Null without an address, which means the local service.
 * @param given the options of the command line.
 * @param environmentKey the key if the command line has none; every command can read it.
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
