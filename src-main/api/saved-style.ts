import { AppError } from '../../src-shared/app-error.ts';
import type { WorkflowStart } from './workflow-start.ts';

/**
 * Form in which a service takes a saved style: `current` is `{ type: 'AI_IMAGE', entityId }`, `older` is
 * `{ type: 'ENTITY', entityId }` (contract supplement §9, S1).
 */
export type SavedStyleForm = 'current' | 'older';

/** True if the start has a saved style, in the older form. */
export function hasSavedStyle({ body }: WorkflowStart): boolean {
  return 'visualStyle' in body && body.visualStyle.type === 'ENTITY';
}

/**
 * Returns the start with its saved style in a form; every other start unchanged. The current form also redraws own
 * stills unless that is declined, which the older one never did.
 */
export function inStyleForm(start: WorkflowStart, form: SavedStyleForm): WorkflowStart {
  if (form === 'older' || !hasSavedStyle(start)) return start;
  if (start.operation !== 'scriptToVideo' && start.operation !== 'voiceoverToVideo') return start;
  const { entityId } = start.body.visualStyle;
  const hasOwnStills =
    start.operation === 'scriptToVideo' && (start.body.featuredBRollFileIds ?? []).length > 0;
  const visualStyle = {
    type: 'AI_IMAGE',
    entityId,
    ...(hasOwnStills ? { restyleFeaturedBRollWithAiStyle: false } : {}),
  } as const;
  return { ...start, body: { ...start.body, visualStyle } } as WorkflowStart;
}

/** True if the service refused a start because of its `visualStyle`. Such a start had no effect. */
export function refusesStyle(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  const { status, serviceCode, reason } = error.details;
  return status === 400 && serviceCode === 'invalid_parameters' && /\bvisualStyle\b/.test(String(reason));
}
