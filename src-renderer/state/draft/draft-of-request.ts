import type { RemixAction } from '../../../src-shared/api/remix.ts';
import type { DeliveryDestination } from '../../../src-shared/contract/export-options.ts';
import type { Material } from '../../../src-shared/contract/material.ts';
import type { StartGeneration } from '../../../src-shared/contract/start-generation.ts';
import { destinationRow } from '../../components/delivery/destination-row.ts';
import { type DraftFields, draftFieldsSchema } from './draft-fields.ts';

/** Restores the draft from which a request was made, with those of its files that are still known. */
export function draftOfRequest(request: StartGeneration, known: readonly Material[]): DraftFields {
  const materialOf = (id: string | undefined): Material | undefined =>
    known.find(({ materialId }) => materialId === id);
  const { remixActions = [], autoExport = false, ...fields } = { autoExport: false, ...request };
  return draftFieldsSchema.parse({
    // Most fields have the same names in the request.
    ...fields,
    autoExport,
    ...shownIn(request),
    source: 'materialId' in request ? materialOf(request.materialId) : undefined,
    logo: 'logoMaterialId' in request ? materialOf(request.logoMaterialId) : undefined,
    materials: materialIdsOf(request).flatMap((id) => materialOf(id) ?? []),
    destinations: destinationsIn(request).map(destinationRow),
    remixDrafts: remixActions.map(remixDraftOf),
    remixFiles: known.filter(({ materialId }) =>
      remixActions.some((action) => 'fileId' in action && action.fileId === materialId),
    ),
  });
}

function destinationsIn(request: StartGeneration): readonly DeliveryDestination[] {
  return ('exportOptions' in request && request.exportOptions?.deliveryDestinations) || [];
}

function remixDraftOf({ type, ...values }: RemixAction) {
  return { id: crypto.randomUUID(), type, values };
}

function materialIdsOf(request: StartGeneration): readonly string[] {
  if (request.workflow === 'script') return request.featuredMaterialIds ?? [];
  if (request.workflow === 'clip') return request.imageMaterialIds ?? [];
  return (request.workflow === 'outline' && request.inputMaterialIds) || [];
}

/** Converts the fields that have other names in a draft. */
function shownIn(request: StartGeneration) {
  if (request.workflow === 'storyboard') {
    const { type, aiStyle } = request.defaultGeneration ?? {};
    return { defaultType: type, defaultStyle: aiStyle, cards: request.scenes.map(cardOf) };
  }
  if (!('visualStyle' in request)) return {};
  const { visualStyle, scenes = [] } = request;
  const keepsStills =
    visualStyle.type === 'AI_IMAGE' && visualStyle.restyleFeaturedBRollWithAiStyle === false;
  const redrawsOwnStills =
    visualStyle.type === 'AI_IMAGE' && !keepsStills && materialIdsOf(request).length > 0;
  return {
    visualStyle: { ...visualStyle, redrawsOwnStills },
    guidance: scenes.map((scene) => ({ ...scene, rangeId: crypto.randomUUID() })),
  };
}

function cardOf({
  generation,
  ...scene
}: Extract<StartGeneration, { workflow: 'storyboard' }>['scenes'][number]) {
  return { ...scene, ...generation, cardId: crypto.randomUUID() };
}
