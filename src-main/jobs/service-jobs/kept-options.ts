import { type ExportOptions, exportOptionsSchema } from '../../../src-shared/contract/export-options.ts';
import { isFinishedServiceJob, type ServiceJobRecord } from '../../state/service-job-repository.ts';

const movieOptionsSchema = exportOptionsSchema.omit({ deliveryDestinations: true });

/** What is known of the movies of one project. */
export interface KnownMovies {
  /** Exports started here, newest first. */
  readonly exports: readonly ServiceJobRecord[];
  /** Export id of the shown movie; null if it is not known. */
  readonly shownId: string | null;
  /** Export id of the failed movie to render again; null for the newest movie. */
  readonly failedId: string | null;
  /** Options of a movie that no export started here made; those of the service if they are not known. */
  readonly otherOptions: ExportOptions;
}

/**
 * Returns the options for rendering a project again: those of its newest movie, finished or under way, or of a failed
 * one, without those that the service has refused since.
 */
export function keptOptions({ exports, shownId, failedId, otherOptions }: KnownMovies): ExportOptions {
  const index = exports.findIndex((each) =>
    failedId === null
      ? each.state === 'succeeded' || !isFinishedServiceJob(each)
      : each.remoteId === failedId,
  );
  const newest = exports[index];
  const since = newest ? exports.slice(0, index) : exports;
  const refused = new Set(since.filter(hasRefusedOptions).map(({ body }) => JSON.stringify(optionsIn(body))));
  const isMadeElsewhere =
    newest?.state === 'succeeded' &&
    shownId !== null &&
    !exports.some(({ remoteId }) => remoteId === shownId);
  let options = isMadeElsewhere ? {} : newest ? optionsOfMovie(newest.body) : otherOptions;
  while (refused.has(JSON.stringify(options))) options = fewerOptions(options);
  return options;
}

/** Returns the options of a movie without its destinations: only the user has a movie delivered. */
export function optionsOfMovie(body: unknown): ExportOptions {
  return movieOptionsSchema.safeParse(body).data ?? {};
}

/** True for an export that the service refused and may start with fewer options. */
export function hasRefusedOptions({ kind, state, remoteId, error, body }: ServiceJobRecord): boolean {
  if (kind !== 'export' || state !== 'failed' || remoteId !== null || error === null) return false;
  const isRefused =
    error.code === 'forbidden' || error.code === 'service_refused' || 'requirement' in error.details;
  return isRefused && Object.keys(optionsIn(body)).length > 0;
}

/** Returns the options without the omission of marks, which needs a plan (specification §4.3); then none. */
function fewerOptions(options: ExportOptions): ExportOptions {
  const allowed = Object.entries(options).filter(([, value]) => value !== 'NONE');
  return allowed.length < Object.keys(options).length ? Object.fromEntries(allowed) : {};
}

/** Returns the known options of a request, in the order of the schema. */
function optionsIn(body: unknown): ExportOptions {
  return exportOptionsSchema.safeParse(body).data ?? {};
}
