import type { AspectRatio } from '../../../src-shared/api/common.ts';
import type { RequestBody } from '../../../src-shared/api/operations.ts';
import { AppError } from '../../../src-shared/app-error.ts';
import type { AspectRatioName, StartGeneration } from '../../../src-shared/contract/generation.ts';
import { maxScriptLength } from '../../../src-shared/contract/material.ts';
import { isSpeakable } from '../../../src-shared/contract/speakable.ts';

const titleLength = 60;

/** @throws AppError `script_empty`, `script_not_speakable`, `script_too_long`. */
export function requireSpeakable(script: string): void {
  if (script.trim() === '') throw new AppError('script_empty', 'The script has no words.');
  if (!isSpeakable(script))
    throw new AppError('script_not_speakable', 'The script has no letters or digits.');
  if (script.length <= maxScriptLength) return;
  throw new AppError('script_too_long', `The script has ${String(script.length)} characters.`, {
    details: { length: script.length, limit: maxScriptLength },
  });
}

/**
 * What is sent to start a generation. The movie is rendered with it, so that the first delivery has its
 * reference. Own stills stay as they are whatever the style.
 */
export function startRequest(
  request: StartGeneration,
  featuredBRollFileIds: string[],
): RequestBody<'scriptToVideo'> {
  const style = request.styleText.trim();
  return {
    script: request.script,
    visualStyle:
      style === ''
        ? { type: 'STOCK' }
        : { type: 'AI_IMAGE', aiStyle: style, restyleFeaturedBRollWithAiStyle: false },
    visualPacing: request.pacing,
    aspectRatio: ratioOfName(request.aspectRatio),
    autoExport: true,
    ...(featuredBRollFileIds.length === 0 ? {} : { featuredBRollFileIds }),
    ...(request.voiceId === null ? {} : { voiceId: request.voiceId }),
    ...(request.languageCode === null ? {} : { language: request.languageCode }),
  };
}

/** `9:16` as ratio units. */
export function ratioOfName(name: AspectRatioName): AspectRatio {
  const [width, height] = name.split(':').map(Number);
  return { width: width ?? 16, height: height ?? 9 };
}

/** A title until the service tells the project's: the first line of the script, at most 60 characters. */
export function titleOfScript(script: string): string {
  const [firstLine = ''] = script.trim().split('\n');
  const line = firstLine.replace(/^#+\s/, '').replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  if (characters.length <= titleLength) return line;
  const cut = characters.slice(0, titleLength - 1).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > titleLength / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}
