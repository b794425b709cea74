import { materialKindOf } from '../../../src-shared/contract/library.ts';
import type { Material } from '../../../src-shared/contract/material.ts';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import { maxMaterialsOf } from '../draft/draft-fields.ts';
import type { Draft } from '../draft/draft.svelte.ts';
import type { Connections } from '../service/connections.svelte.ts';
import type { ToolForms } from '../tools/tool-forms.svelte.ts';
import type { Navigation } from '../window/navigation.svelte.ts';
import type { Toasts } from '../window/toasts.svelte.ts';
import type { Intake } from './intake.svelte.ts';
import type { Library } from './library.svelte.ts';
import type { ShelfFile } from './shelf-file.ts';

interface UseParts {
  readonly draft: Draft;
  readonly intake: Pick<Intake, 'tellReplaced'>;
  readonly navigation: Pick<Navigation, 'go'>;
  readonly toasts: Toasts;
  readonly toolForms: Pick<ToolForms, 'show'>;
  readonly text: TextOf;
}

interface LibraryUseParts extends UseParts {
  readonly library: Pick<Library, 'use'>;
  readonly connections: Pick<Connections, 'current'>;
  /** Runs an action; shows an error as a notice. */
  readonly attempt: (action: () => Promise<unknown>) => Promise<void>;
}

/** Makes files of the library usable and puts them into the present draft. Shows refusals as notices. */
export async function useLibraryFiles(parts: LibraryUseParts, files: readonly ShelfFile[]): Promise<void> {
  const { library, connections, attempt } = parts;
  const { connectionId } = connections.current;
  const materials: Material[] = [];
  for (const { fileId, type } of files) {
    if (materialKindOf(type) === null) continue;
    await attempt(async () => materials.push(await library.use(fileId)));
  }
  if (materials.length > 0 && connections.current.connectionId === connectionId)
    useInGeneration(parts, materials);
}

/** Puts materials into the present draft, whose mode they decide, and shows it. */
export function useInGeneration(parts: UseParts, materials: readonly Material[]): void {
  parts.toolForms.show(null);
  parts.navigation.go('generate');
  const media = materials.filter(({ kind }) => kind === 'image' || kind === 'video');
  const source = materials.find((material) => !media.includes(material));
  if (source) putSource(parts, source);
  if (media.length > 0) addMedia(parts, media);
}

/** Makes a recording or slides the source of a movie. */
function putSource({ draft, intake }: UseParts, source: Material): void {
  const place = draft.placeIn(source.kind === 'slides' ? 'slideshow' : 'voiceover');
  draft.choose(place.workflow);
  const before = draft.fieldsAt(place)?.source;
  draft.changeAt(place, { source });
  const undo = draft.wayBack(() => {
    draft.change({ source: before });
  }, place);
  if (before) intake.tellReplaced(before, undo);
}

function addMedia({ draft, toasts, text }: UseParts, media: readonly Material[]): void {
  const place = maxMaterialsOf(draft.place.workflow) === 0 ? draft.placeIn('script') : draft.place;
  draft.choose(place.workflow);
  const left = draft.addMaterials(media, place);
  const limit = maxMaterialsOf(place.workflow);
  if (left > 0) toasts.show({ kind: 'bad', text: () => text('drop.materialFull', { limit, count: left }) });
  else toasts.show({ text: text('drop.materialAdded', { count: media.length }) });
}
