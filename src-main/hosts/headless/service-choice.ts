import { AppError } from '../../../src-shared/app-error.ts';

/** A service somewhere else, as a command line names it. */
export interface ServiceChoice {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/**
 * Null when no address is given: the local service is meant.
 * @param given what the command line says.
 * @param environmentKey the key when the command line has none; it is there for every command.
 * @throws AppError `invalid_input`.
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
  return { baseUrl, apiKey: key };
}

function wrongUse(message: string): AppError {
  return new AppError('invalid_input', message);
}
