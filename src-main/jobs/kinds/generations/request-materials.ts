import type { RemixAction } from '../../../../src-shared/api/remix.ts';
import type { Material } from '../../../../src-shared/contract/material.ts';
import type { StartGeneration } from '../../../../src-shared/contract/start-generation.ts';
import { unsupported } from '../../../intake/inspect-file.ts';

type Kind = Material['kind'];

/** The user's files that a request uses for one purpose, and the kinds allowed for it. */
interface MaterialUse {
  readonly materialIds: readonly string[];
  readonly kinds: readonly Kind[];
}

const pictures: readonly Kind[] = ['image', 'video'];
const stills: readonly Kind[] = ['image'];

function one(materialId: string | undefined, kinds: readonly Kind[]): MaterialUse {
  return { materialIds: materialId === undefined ? [] : [materialId], kinds };
}

function usesOf(request: StartGeneration): readonly MaterialUse[] {
  switch (request.workflow) {
    case 'script':
      return [{ materialIds: request.featuredMaterialIds ?? [], kinds: pictures }];
    case 'voiceover':
      return [one(request.materialId, ['audio', 'video']), one(request.logoMaterialId, stills)];
    case 'slideshow':
      return [one(request.materialId, ['slides']), one(request.logoMaterialId, stills)];
    case 'storyboard':
      return [];
    case 'clip':
      return [{ materialIds: request.imageMaterialIds ?? [], kinds: stills }];
    case 'outline':
      return [{ materialIds: request.inputMaterialIds ?? [], kinds: pictures }];
  }
}

function allUsesOf(request: StartGeneration): readonly MaterialUse[] {
  const inActions = (request.remixActions ?? []).map((action) =>
    one(fileOf(action) ?? undefined, action.type === 'SET_LOGO' ? stills : ['audio']),
  );
  return [...usesOf(request), ...inActions];
}

/** Returns the file of a remix action; null if it has none. */
export function fileOf(action: RemixAction): string | null {
  return 'fileId' in action ? (action.fileId ?? null) : null;
}

/** Returns the ids of the user's files in a request, each once. */
export function materialsOf(request: StartGeneration): string[] {
  return [...new Set(allUsesOf(request).flatMap(({ materialIds }) => materialIds))];
}

/**
 * Checks a request's materials.
 * @throws AppError `not_found` for an unknown material, `file_type_unsupported` for one that cannot serve its purpose.
 */
export function requireMaterials(request: StartGeneration, get: (materialId: string) => Material): void {
  for (const { materialIds, kinds } of allUsesOf(request)) {
    for (const material of materialIds.map(get)) {
      if (!kinds.includes(material.kind)) throw unsupported(material.displayName);
    }
  }
}
