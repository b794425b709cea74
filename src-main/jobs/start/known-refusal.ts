import { AppError, type ErrorBody } from '../../../src-shared/app-error.ts';
import type { JobLedger, JobRecord } from '../run/job-ledger.ts';

type Ledger<Stored extends JobRecord, Shown> = Pick<JobLedger<Stored, Shown>, 'listOf' | 'kind'>;

/** Limit of the newest jobs of a connection among which a refusal is looked for. */
const maxLooked = 100;
/** Longer strings, and those with spaces, are texts. */
const longestOption = 64;
/** Fields of files, and of texts, which can be one word. */
const contentKey =
  /(?:(?:file|material)Ids?|prompt|script|text|message|markdown|context|title|description)$/i;

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

/** A job that the account could not start, by its newest refusal. */
export interface KnownRefusal<Stored> {
  readonly record: Stored;
  readonly options: string;
  readonly error: AppError;
}

/**
 * Lists the choices that the service refused because the account lacks a plan or an add-on, newest first. Leaves out
 * those with which it has done a job since.
 */
export function knownRefusals<Stored extends JobRecord, Shown>(
  ledger: Ledger<Stored, Shown>,
  connectionId: string,
  optionsOf: OptionsOf<Stored>,
): KnownRefusal<Stored>[] {
  const decided = new Set<string>();
  return ledger.listOf(connectionId, maxLooked).flatMap((record) => {
    const options = ledger.kind.isFinished(record) ? optionsOf(record) : null;
    const { error, state, finishedAt } = record;
    if (options === null || decided.has(options)) return [];
    if (state !== 'succeeded' && !isLacking(error)) return [];
    decided.add(options);
    if (state === 'succeeded' || error === null) return [];
    const refusedAt = error.details['refusedAt'] ?? finishedAt ?? 0;
    const details = { ...error.details, refusedAt };
    return [{ record, options, error: new AppError(error.code, error.message, { details }) }];
  });
}

/**
 * Lets a job be sent unless the service is known to refuse it. One that the user had started again is sent.
 * @throws AppError that of the refusal.
 */
export function requireNotRefused<Stored extends JobRecord, Shown>(
  ledger: Ledger<Stored, Shown> & Pick<JobLedger<Stored, Shown>, 'get'>,
  id: string,
  optionsOf: OptionsOf<Stored>,
): void {
  const record = ledger.get(id);
  const { connectionId } = record;
  const options = optionsOf(record);
  if (options === null) return;
  const refusal = knownRefusals(ledger, connectionId, optionsOf).find((known) => known.options === options);
  if (refusal === undefined) return;
  if (!ledger.listOf(connectionId, maxLooked).some(({ retriedAs }) => retriedAs === id)) throw refusal.error;
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
