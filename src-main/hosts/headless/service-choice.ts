import { AppError } from '../../../src-shared/app-error.ts';

/** A service somewhere else, as a command line names it. */
export interface ServiceChoice {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/**
 * Null when no address is given: the local service is meant.
 * @throws AppError `invalid_input`.
 */
export function readService(baseUrl: string | undefined, apiKey: string | undefined): ServiceChoice | null {
  if (baseUrl === undefined) return null;
  if (!URL.canParse(baseUrl)) throw wrongUse(`--base-url must be a web address, not ${baseUrl}.`);
  const key = (apiKey ?? '').trim();
  if (key === '') throw wrongUse('--base-url needs --api-key (or VIDEOGEN_API_KEY).');
  if (!/^[!-~]+$/.test(key)) throw wrongUse('--api-key (or VIDEOGEN_API_KEY) has characters no key has.');
  return { baseUrl, apiKey: key };
}

function wrongUse(message: string): AppError {
  return new AppError('invalid_input', message);
}
