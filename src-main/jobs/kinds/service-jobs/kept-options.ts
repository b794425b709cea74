import { type ExportOptions, exportOptionsSchema } from '../../../../src-shared/contract/export-options.ts';
import type { GenerationRecord } from '../../../state/generation-repository.ts';
import { isFinishedServiceJob, type ServiceJobRecord } from '../../../state/service-job-repository.ts';

const movieOptionsSchema = exportOptionsSchema.omit({ deliveryDestinations: true });

/**
 * Returns the options for rendering a project again: those of its newest movie, finished or under way, or without one
 * those of the newest export. Omits no mark if the service has refused that since. Null without any.
 * @param exports started here, newest first.
 * @param generated options of the movie that a generation made; null without one.
 */
export function keptOptions(
  exports: readonly ServiceJobRecord[],
  generated: ExportOptions | null,
): ExportOptions | null {
  const index = exports.findIndex((each) => each.state === 'succeeded' || !isFinishedServiceJob(each));
  const kept = exports[index] ?? (generated ? undefined : exports[0]);
  const options = kept ? optionsOfMovie(kept.body) : generated;
  const since = index < 0 ? exports : exports.slice(0, index);
  return options && since.some(hasRefusedMarks) ? withMarks(options) : options;
}

/** Returns the requested options of the movie that a generation renders itself; null if it renders none. */
export function generatedMovieOptions(request: GenerationRecord['request']): ExportOptions | null {
  return 'autoExport' in request && request.autoExport ? (request.exportOptions ?? {}) : null;
}

/** Returns the options of the newest movie that generations, newest first, have rendered; null for none. */
export function newestGeneratedOptions(generations: readonly GenerationRecord[]): ExportOptions | null {
  const options = generations
    .map(({ request }) => generatedMovieOptions(request))
    .find((each) => each !== null);
  return options ? optionsOfMovie(options) : null;
}

/** Returns the options of a movie without its destinations: only the user has a movie delivered. */
function optionsOfMovie(body: unknown): ExportOptions {
  return movieOptionsSchema.safeParse(body).data ?? {};
}

/** True for an export that the service refused because omitting a mark needs a plan or an add-on (specification §4.3). */
function hasRefusedMarks({ kind, state, remoteId, error, body }: ServiceJobRecord): boolean {
  if (kind !== 'export' || state !== 'failed' || remoteId !== null || error === null) return false;
  const needsPlan = 'requirement' in error.details && error.code !== 'insufficient_credits';
  return needsPlan && Object.values(optionsOfMovie(body)).includes('NONE');
}

function withMarks(options: ExportOptions): ExportOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== 'NONE'));
}
