import type { RemixAction } from '../../../src-shared/api/remix.ts';
import type {
  StartGeneration,
  StartOf,
  WorkflowName,
} from '../../../src-shared/contract/start-generation.ts';
import { destinationOf } from '../../components/delivery/destination-row.ts';
import { actionOf } from '../../components/remix/remix-draft.ts';
import { type DraftFields, type Guidance, slideScriptsOf, type StoryboardCard } from './draft-fields.ts';

/** Default values of the service, which are not sent. */
const unsentDefaults = {
  aspectRatio: '16:9',
  visualPacing: 'MEDIUM',
  durationSeconds: 10,
  autoExport: false,
  isOutputTemporary: false,
  hideFromUi: false,
  markMode: 'AUTO',
} as const;

function unless<Value>(name: keyof typeof unsentDefaults, value: Value): Value | undefined {
  const unsent: unknown = unsentDefaults[name];
  return value === unsent ? undefined : value;
}

function filled(text: string): string | undefined {
  return text.trim() === '' ? undefined : text;
}

function listed<Item>(items: readonly Item[]): Item[] | undefined {
  return items.length === 0 ? undefined : [...items];
}

/** Builds the request that starts the generation of a draft, with the remix actions that are complete. */
export function requestOfDraft(workflow: WorkflowName, fields: DraftFields): StartGeneration {
  const actions = fields.remixDrafts.map(actionOf);
  return requestOf(
    workflow,
    fields,
    actions.filter((action) => action !== null),
  );
}

/** Builds the request that starts a generation: the fields of the mode, without default values. */
export function requestOf(
  workflow: WorkflowName,
  fields: DraftFields,
  remixActions: readonly RemixAction[],
): StartGeneration {
  const actions = { remixActions: listed(remixActions) };
  switch (workflow) {
    case 'script':
      return {
        workflow,
        script: fields.script,
        featuredMaterialIds: materialIds(fields),
        ...look(fields),
        ...voice(fields),
        ...narrator(fields),
        ...start(fields),
        ...actions,
      };
    case 'voiceover':
      return {
        workflow,
        materialId: fields.source?.materialId ?? '',
        ...look(fields),
        ...narrator(fields),
        ...overlays(fields),
        ...start(fields),
        ...actions,
      };
    case 'slideshow':
      return {
        workflow,
        materialId: fields.source?.materialId ?? '',
        slideScripts: slideScriptsOf(fields),
        slideshowThemeEntityId: fields.slideshowThemeEntityId,
        ...voice(fields),
        ...narrator(fields),
        ...overlays(fields),
        ...start(fields),
        ...actions,
      };
    case 'storyboard':
      return { ...storyboard(fields), ...start(fields), ...actions };
    case 'clip':
      return { workflow, ...clip(fields), ...start(fields), ...actions };
    case 'outline':
      return {
        workflow,
        outlineMarkdown: fields.outlineMarkdown,
        inputMaterialIds: materialIds(fields),
        ...everywhere(fields),
        ...actions,
      };
  }
}

function clip(fields: DraftFields) {
  return {
    prompt: fields.prompt,
    imageMaterialIds: materialIds(fields),
    durationSeconds: unless('durationSeconds', fields.durationSeconds),
    quality: fields.quality,
  };
}

function materialIds({ materials }: DraftFields): string[] | undefined {
  return listed(materials.map(({ materialId }) => materialId));
}

function everywhere(fields: DraftFields) {
  return {
    aspectRatio: unless('aspectRatio', fields.aspectRatio),
    hideFromUi: unless('hideFromUi', fields.hideFromUi),
  };
}

function start(fields: DraftFields) {
  const { quality, watermarkMode, endScreenMode } = fields.exportOptions;
  const options = {
    quality,
    watermarkMode: unless('markMode', watermarkMode),
    endScreenMode: unless('markMode', endScreenMode),
    deliveryDestinations: listed(fields.destinations.flatMap((row) => destinationOf(row) ?? [])),
  };
  const isSet = fields.autoExport && Object.values(options).some((value) => value !== undefined);
  return {
    ...everywhere(fields),
    isOutputTemporary: unless('isOutputTemporary', fields.isOutputTemporary),
    autoExport: unless('autoExport', fields.autoExport),
    exportOptions: isSet ? options : undefined,
  };
}

function look(fields: DraftFields) {
  return {
    visualStyle: styleOf(fields),
    visualPacing: unless('visualPacing', fields.visualPacing),
    quality: fields.quality,
    scenes: listed(fields.guidance.map(rangeOf)),
    workflowAgentContext: filled(fields.workflowAgentContext),
  };
}

function styleOf({ visualStyle, materials }: DraftFields): StartOf<'script'>['visualStyle'] {
  const { type, aiStyle, entityId = '', redrawsOwnStills } = visualStyle;
  if (type === 'STOCK') return { type };
  if (type === 'ENTITY') return { type, entityId };
  const staysAsIs = materials.length > 0 && !redrawsOwnStills;
  const restyle = staysAsIs ? { restyleFeaturedBRollWithAiStyle: false } : {};
  return { type, aiStyle: aiStyle.trim(), ...restyle };
}

function rangeOf({ startSeconds = 0, endSeconds = 0, description }: Guidance) {
  return { startSeconds, endSeconds, description };
}

function voice({ voiceId, voiceSpeed }: DraftFields) {
  return { voiceId, voiceSpeed };
}

function narrator({ language, actorEntityId, avatarQuality }: DraftFields) {
  return { language, actorEntityId, avatarQuality: actorEntityId === undefined ? undefined : avatarQuality };
}

function overlays({ captionStyle, logo }: DraftFields) {
  return { captionStyle, logoMaterialId: logo?.materialId };
}

function storyboard(fields: DraftFields): StartOf<'storyboard'> {
  const { cards, defaultType, defaultDurationSeconds, quality } = fields;
  return {
    workflow: 'storyboard',
    scenes: cards.map((card) => sceneOf(card, fields)),
    // The specification names no default type.
    defaultGeneration: { type: defaultType, aiStyle: filled(fields.defaultStyle) },
    defaultDurationSeconds,
    quality: quality === 'MAX' ? quality : undefined,
    actorEntityIds: listed(fields.actorEntityIds),
    productEntityIds: listed(fields.productEntityIds),
    workflowAgentContext: filled(fields.workflowAgentContext),
  };
}

/** A card that sets its type or style states both, because the service does not combine a card with the storyboard. */
function sceneOf(card: StoryboardCard, fields: DraftFields): StartOf<'storyboard'>['scenes'][number] {
  const isSet = card.type !== undefined || card.aiStyle.trim() !== '';
  const type = card.type ?? fields.defaultType;
  const aiStyle = filled(card.aiStyle) ?? filled(fields.defaultStyle);
  return {
    prompt: card.prompt,
    title: filled(card.title),
    generation: isSet ? { type, aiStyle } : undefined,
    durationSeconds: card.durationSeconds,
    voiceoverScript: filled(card.voiceoverScript),
    visualStyleEntityId: card.visualStyleEntityId,
    actorEntityIds: listed(card.actorEntityIds),
    productEntityIds: listed(card.productEntityIds),
  };
}
