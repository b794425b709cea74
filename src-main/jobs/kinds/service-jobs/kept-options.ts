import { type ExportOptions, exportOptionsSchema } from '../../../../src-shared/contract/export-options.ts';
import type { GenerationRecord } from '../../../state/generation-repository.ts';
import { isFinishedServiceJob, type ServiceJobRecord } from '../../../state/service-job-repository.ts';

const movieOptionsSchema = exportOptionsSchema.omit({ deliveryDestinations: true });

/** What is known of the movies of one project. */
export interface KnownMovies {
  /** Exports started here, newest first. */
  readonly exports: readonly ServiceJobRecord[];
  /** Export id of the failed movie to render again; null for the newest movie. */
  readonly failedId: string | null;
  /** Options of a movie that no export started here made. */
  readonly otherOptions: ExportOptions;
}

/**
 * Returns the options for rendering a project again: those of its newest movie, finished or under way, or of a failed
 * one. Omits no mark if the service has refused that since.
 */
export function keptOptions({ exports, failedId, otherOptions }: KnownMovies): ExportOptions {
  const isKept = (each: ServiceJobRecord): boolean =>
    failedId === null
      ? each.state === 'succeeded' || !isFinishedServiceJob(each)
      : each.remoteId === failedId;
  const index = exports.findIndex(isKept);
  const kept = exports[index];
  const options = kept ? optionsOfMovie(kept.body) : otherOptions;
  const since = kept ? exports.slice(0, index) : exports;
  return since.some(hasRefusedMarks) ? withMarks(options) : options;
}

/** Returns the requested options of the movie that a generation renders itself; null if it renders none. */
export function generatedMovieOptions(request: GenerationRecord['request']): ExportOptions | null {
  return 'autoExport' in request && request.autoExport ? (request.exportOptions ?? {}) : null;
}

/** Returns the options of the newest movie that generations, newest first, have rendered; empty for none. */
export function newestGeneratedOptions(generations: readonly GenerationRecord[]): ExportOptions {
  const options = generations.map(({ request }) => generatedMovieOptions(request));
  return optionsOfMovie(options.find((each) => each !== null));
}

/** Returns the options of a movie without its destinations: only the user has a movie delivered. */
function optionsOfMovie(body: unknown): ExportOptions {
  return movieOptionsSchema.safeParse(body).data ?? {};
}

/** True for an export that the service refused because omitting a mark needs a plan or an add-on (specification §4.3). */
export function hasRefusedMarks({ kind, state, remoteId, error, body }: ServiceJobRecord): boolean {
  if (kind !== 'export' || state !== 'failed' || remoteId !== null || error === null) return false;
  const needsPlan = 'requirement' in error.details && error.code !== 'insufficient_credits';
  return needsPlan && Object.values(optionsOfMovie(body)).includes('NONE');
}

function withMarks(options: ExportOptions): ExportOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== 'NONE'));
}
