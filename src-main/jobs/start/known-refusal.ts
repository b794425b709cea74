import { AppError, type ErrorBody } from '../../../src-shared/app-error.ts';
import type { JobLedger, JobRecord } from '../run/job-ledger.ts';

type Ledger<Stored extends JobRecord, Shown> = Pick<JobLedger<Stored, Shown>, 'listOf' | 'kind'>;

/** Limit of the newest jobs of a connection among which a refusal is looked for. */
const maxLooked = 100;
/** Longer strings, and those with spaces, are texts. */
const longestOption = 64;
const contentKey = /(?:file|material)Ids?$/i;

/**
 * Returns the choices in a request, without its texts and files: an account that may not start it once may not start it
 * for another script either.
 */
export function optionsOf(name: string, request: unknown): string {
  const options = new Set<string>();
  const collect = (key: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) collect(key, item);
    else if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) collect(`${key}.${name}`, part);
    else if (isOption(key, value)) options.add(`${key}=${String(value)}`);
  };
  collect(name, request);
  return [...options].sort().join('\n');
}

function isOption(key: string, value: unknown): boolean {
  if (typeof value !== 'string') return typeof value === 'boolean' || typeof value === 'number';
  return value.length <= longestOption && !/\s/.test(value) && !contentKey.test(key);
}

/** Reads the choices of a kind's records; null for a request that the service is asked in any case. */
type OptionsOf<Stored> = (record: Stored) => string | null;

/**
 * Returns the error with which the service refused the newest job with the same options because the account lacks a
 * plan or an add-on, so that it is not asked in vain. Null if it has taken such a job since.
 */
export function knownRefusal<Stored extends JobRecord, Shown>(
  ledger: Ledger<Stored, Shown>,
  { connectionId, options }: { readonly connectionId: string; readonly options: string | null },
  optionsOf: OptionsOf<Stored>,
): AppError | null {
  if (options === null) return null;
  const newest = ledger
    .listOf(connectionId, maxLooked)
    .filter((record) => ledger.kind.isFinished(record) && optionsOf(record) === options)
    .find(({ state, error }) => state === 'succeeded' || isLacking(error));
  if (!newest?.error || newest.state === 'succeeded') return null;
  const { code, message, details } = newest.error;
  const refusedAt = details['refusedAt'] ?? newest.finishedAt ?? 0;
  return new AppError(code, message, { details: { ...details, refusedAt } });
}

/**
 * Lets a job be sent unless the service is known to refuse it. One that the user had started again is sent.
 * @throws AppError as `knownRefusal` returns.
 */
export function requireNotRefused<Stored extends JobRecord, Shown>(
  ledger: Ledger<Stored, Shown> & Pick<JobLedger<Stored, Shown>, 'get'>,
  id: string,
  optionsOf: OptionsOf<Stored>,
): void {
  const record = ledger.get(id);
  const { connectionId } = record;
  const refusal = knownRefusal(ledger, { connectionId, options: optionsOf(record) }, optionsOf);
  if (refusal === null) return;
  if (!ledger.listOf(connectionId, maxLooked).some(({ retriedAs }) => retriedAs === id)) throw refusal;
}

/** Credits come back without a purchase, so a lack of them is not remembered. */
function isLacking(error: ErrorBody | null): boolean {
  if (error === null) return false;
  const { code, details } = error;
  return (
    typeof details['requirement'] === 'string' &&
    code !== 'insufficient_credits' &&
    details['serviceCode'] !== 'insufficient_credits'
  );
}
