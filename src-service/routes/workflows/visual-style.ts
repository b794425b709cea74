import type { VisualStyle } from '../../../src-shared/api/common.ts';
import type { Caller } from '../../auth/credentials.ts';
import { usableEntity } from '../../catalogue/usable-entity.ts';
import type { EntityRepository } from '../../store/records/entity-repository.ts';
import { entityStyleText } from '../../store/records/entity.ts';

/** The look of a project's pictures, and how they are classified. */
export interface PictureLook {
  /** Style text; it steers the drawing and is never spoken. */
  readonly styleText: string;
  /** Stock pictures can be shuffled; drawn ones are drawn again. */
  readonly pictureOrigin: 'stock' | 'drawn';
  /** Whether the user's stills are redrawn in the written style. */
  readonly restylesOwnStills: boolean;
}

/**
 * Resolves a start's `visualStyle` and production notes (contract supplement §2.3).
 * @throws ApiError for a style entity the caller cannot use.
 */
export function pictureLookOf(
  entities: EntityRepository,
  caller: Caller,
  style: VisualStyle,
  productionNotes: string | undefined,
): PictureLook {
  const written = writtenStyle(entities, caller, style);
  const styleText = [written, productionNotes ?? ''].filter((text) => text.trim() !== '').join('. ');
  const restylesOwnStills =
    style.type === 'AI_IMAGE' && style.restyleFeaturedBRollWithAiStyle && written.trim() !== '';
  return { styleText, pictureOrigin: style.type === 'STOCK' ? 'stock' : 'drawn', restylesOwnStills };
}

function writtenStyle(entities: EntityRepository, caller: Caller, style: VisualStyle): string {
  if (style.type === 'STOCK') return '';
  if (style.entityId === undefined) return style.aiStyle ?? '';
  const field = 'visualStyle.entityId';
  return entityStyleText(usableEntity(entities, caller, style.entityId, ['VISUAL_STYLE'], field));
}
