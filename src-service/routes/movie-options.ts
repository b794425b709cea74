import type { MarkMode } from '../../src-shared/api/common.ts';
import type { ExportOptions } from '../../src-shared/api/projects.ts';
import { ApiError, notFound } from '../api-error.ts';
import type { MovieOptions } from '../jobs/movie-maker.ts';
import type { Plan } from '../store/records/plan.ts';

/**
 * Whether to draw a mark. Paid plans may omit it (specification §4.3).
 * @throws ApiError 403 for omitting it without a paid plan.
 */
export function isMarked(mode: MarkMode, plan: Plan, field: string): boolean {
  if (mode === 'VIDEO_GEN') return true;
  if (mode === 'AUTO') return plan === 'free';
  if (plan !== 'free') return false;
  throw new ApiError(403, 'not_authorized', `${field} NONE needs a paid plan.`, {
    requirement: { type: 'upgrade_plan' },
  });
}

/**
 * Resolves export options for a plan.
 * @throws ApiError 403 for omitting marks without a paid plan, 404 for a delivery destination, since this service has
 * no integrations.
 */
export function chooseMovieOptions(options: ExportOptions, plan: Plan): MovieOptions {
  const hasWatermark = isMarked(options.watermarkMode, plan, 'watermarkMode');
  const hasEndScreen = isMarked(options.endScreenMode, plan, 'endScreenMode');
  if (options.deliveryDestinations.length > 0) throw notFound('integration connection');
  return { quality: options.quality, hasWatermark, hasEndScreen };
}
