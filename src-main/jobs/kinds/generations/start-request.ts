import type { AspectRatio } from '../../../../src-shared/api/common.ts';
import type { RemixAction } from '../../../../src-shared/api/remix.ts';
import { AppError } from '../../../../src-shared/app-error.ts';
import { maxScriptLength } from '../../../../src-shared/contract/material.ts';
import type { AspectRatioName, StartGeneration } from '../../../../src-shared/contract/start-generation.ts';
import { isSpeakable } from '../../../../src-shared/script/speakable.ts';
import type { WorkflowStart } from '../../../api/workflow-start.ts';
import { fileOf } from './request-materials.ts';

const titleLength = 60;

/** Checks a script's text. @throws AppError `script_empty`, `script_not_speakable`, `script_too_long`. */
export function requireSpeakable(request: StartGeneration): void {
  if (request.workflow !== 'script') return;
  const { script } = request;
  if (script.trim() === '') throw new AppError('script_empty', 'The script has no words.');
  if (!isSpeakable(script))
    throw new AppError('script_not_speakable', 'The script has no letters or digits.');
  if (script.length <= maxScriptLength) return;
  throw new AppError('script_too_long', `The script has ${String(script.length)} characters.`, {
    details: { length: script.length, limit: maxScriptLength },
  });
}

/** Builds the operation and body that start a generation. @param fileIdOf the service's file of a material. */
export function startRequest(
  request: StartGeneration,
  fileIdOf: (materialId: string) => string,
): WorkflowStart {
  const common = { ...shapeOf(request.aspectRatio), ...actionsOf(request.remixActions, fileIdOf) };
  const logo = 'logoMaterialId' in request ? logoOf(request.logoMaterialId, fileIdOf) : {};
  switch (request.workflow) {
    case 'script': {
      const files = filesIn('featuredBRollFileIds', request.featuredMaterialIds, fileIdOf);
      return { operation: 'scriptToVideo', body: { ...sentFields(request), ...common, ...files } };
    }
    case 'voiceover': {
      const fileId = fileIdOf(request.materialId);
      return { operation: 'voiceoverToVideo', body: { fileId, ...sentFields(request), ...common, ...logo } };
    }
    case 'slideshow': {
      const fileId = fileIdOf(request.materialId);
      return { operation: 'slideshowToVideo', body: { fileId, ...sentFields(request), ...common, ...logo } };
    }
    case 'storyboard':
      return { operation: 'storyboardToVideo', body: { ...sentFields(request), ...common } };
    case 'clip': {
      const files = filesIn('imageFileIds', request.imageMaterialIds, fileIdOf);
      return { operation: 'promptToVideoClip', body: { ...sentFields(request), ...common, ...files } };
    }
    case 'outline': {
      const files = filesIn('inputFileIds', request.inputMaterialIds, fileIdOf);
      return { operation: 'contentOutlineToVideo', body: { ...sentFields(request), ...common, ...files } };
    }
  }
}

const ownFields = [
  'workflow',
  'aspectRatio',
  'remixActions',
  'materialId',
  'logoMaterialId',
  'featuredMaterialIds',
  'imageMaterialIds',
  'inputMaterialIds',
] as const;

/** Returns the fields that are sent unchanged. */
function sentFields<Request extends StartGeneration>(
  request: Request,
): Omit<Request, (typeof ownFields)[number]> {
  const own: ReadonlySet<string> = new Set(ownFields);
  const sent = Object.entries(request).filter(([name]) => !own.has(name));
  return Object.fromEntries(sent) as Omit<Request, (typeof ownFields)[number]>;
}

function actionsOf(
  actions: readonly RemixAction[] | undefined,
  fileIdOf: (materialId: string) => string,
): { remixActions?: RemixAction[] } {
  if (!actions) return {};
  return {
    remixActions: actions.map((action) => {
      const materialId = fileOf(action);
      return materialId === null ? action : ({ ...action, fileId: fileIdOf(materialId) } as RemixAction);
    }),
  };
}

function logoOf(materialId: string | undefined, fileIdOf: (materialId: string) => string) {
  return materialId === undefined ? {} : { logoFileId: fileIdOf(materialId) };
}

function filesIn<Field extends string>(
  field: Field,
  materialIds: readonly string[] = [],
  fileIdOf: (materialId: string) => string,
): Partial<Record<Field, string[]>> {
  return materialIds.length === 0
    ? {}
    : ({ [field]: materialIds.map(fileIdOf) } as Partial<Record<Field, string[]>>);
}

function shapeOf(name: AspectRatioName | undefined): { aspectRatio?: AspectRatio } {
  return name === undefined ? {} : { aspectRatio: ratioOfName(name) };
}

/** Converts a name like `9:16` to ratio units. */
export function ratioOfName(name: AspectRatioName): AspectRatio {
  const [width, height] = name.split(':').map(Number);
  return { width: width ?? 16, height: height ?? 9 };
}

/**
 * Returns the words a service may name the project after; null where they are in a file. A storyboard is named after
 * its first card.
 */
export function wordsOfRequest(request: StartGeneration): string | null {
  if (request.workflow === 'script') return request.script;
  if (request.workflow === 'clip') return request.prompt;
  if (request.workflow === 'outline') return request.outlineMarkdown;
  if (request.workflow !== 'storyboard') return null;
  const [first] = request.scenes;
  return [first?.title ?? '', first?.prompt ?? ''].join('\n').trim();
}

/** Returns a title to use until the service reports the project's: the text's first line, at most 60 characters. */
export function titleOfText(text: string): string {
  const [firstLine = ''] = text.trim().split('\n');
  const line = firstLine.replace(/^#+\s/, '').replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  if (characters.length <= titleLength) return line;
  const cut = characters.slice(0, titleLength - 1).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > titleLength / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}
