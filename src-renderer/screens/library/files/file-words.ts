import AudioLines from '@lucide/svelte/icons/audio-lines';
import File from '@lucide/svelte/icons/file';
import FileText from '@lucide/svelte/icons/file-text';
import Film from '@lucide/svelte/icons/film';
import Image from '@lucide/svelte/icons/image';
import Presentation from '@lucide/svelte/icons/presentation';
import Sparkles from '@lucide/svelte/icons/sparkles';
import type { FileInfo, FileSource } from '../../../../src-shared/api/files.ts';
import { formatBytes } from '../../../../src-shared/i18n/bytes.ts';
import type { Messages, TextOf } from '../../../../src-shared/i18n/messages.ts';
import { formatRunningTime } from '../../../format/duration.ts';
import { dimensionsOf, type ShelfFile } from '../../../state/files/shelf-file.ts';

const types = ['IMAGE', 'VIDEO', 'AUDIO', 'PDF', 'SLIDESHOW', 'TEXT', 'LOTTIE'] as const;
const tools = [
  'GENERATE_IMAGE',
  'GENERATE_VIDEO_CLIP',
  'GENERATE_MOTION_GRAPHIC',
  'TEXT_TO_SPEECH',
  'GENERATE_SOUND_EFFECT',
  'GENERATE_MUSIC',
  'GENERATE_AVATAR',
  'VECTORIZE_IMAGE',
  'REMOVE_IMAGE_BACKGROUND',
  'UPSCALE_IMAGE',
  'IMAGE_3D_EFFECT',
  'REMOVE_VIDEO_BACKGROUND',
  'UPSCALE_VIDEO',
] as const;
const scopes = ['GLOBAL', 'PROJECT', 'EXPORT', 'TEMPORARY', 'ENTITY'] as const;
const states = ['pending', 'ready', 'failed', 'skipped'] as const;
const analyses = ['UNATTEMPTED', 'LOADING', 'FULFILLED', 'REJECTED'] as const;

const icons = {
  IMAGE: Image,
  VIDEO: Film,
  AUDIO: AudioLines,
  PDF: FileText,
  SLIDESHOW: Presentation,
  TEXT: FileText,
  LOTTIE: Sparkles,
} as const;

/** Returns the icon of a type of files. */
export function iconOfType(type: string | null) {
  const known = types.find((each) => each === type);
  return known ? icons[known] : File;
}

function nameType(type: string | null, text: TextOf): string {
  const known = types.find((each) => each === type);
  return text(known ? `library.type.${known}` : 'library.type.other');
}

/** Names a tool; one that the app does not know, as the service does. */
export function nameTool(toolType: string, text: TextOf): string {
  const known = tools.find((each) => each === toolType);
  return known ? text(`library.tool.${known}`) : toolType;
}

/** Lists type, dimensions and size of a file. */
export function partsOf(
  file: ShelfFile,
  { text, languageTag }: Pick<Messages, 'text' | 'languageTag'>,
): readonly string[] {
  const { type, dimensions, sizeBytes } = file;
  return [
    nameType(type, text),
    dimensions && `${String(dimensions.width)}×${String(dimensions.height)}`,
    sizeBytes === null ? null : formatBytes(sizeBytes, languageTag),
  ].filter((fact) => fact !== null);
}

interface Fact {
  readonly name: string;
  readonly value: string;
  readonly isMono?: boolean;
}

/** Lists what is known of a file; what the service does not tell is left out. */
export function factsOf(file: FileInfo, messages: Pick<Messages, 'text' | 'languageTag'>): readonly Fact[] {
  const { text, languageTag } = messages;
  const { downloadSource, previewSource, hlsSource, durationSeconds, sourceToolType } = file;
  const dimensions = dimensionsOf(file);
  const scope = scopes.find((each) => each === file.scope);
  const facts = {
    kind: nameType(file.type, text),
    size: downloadSource?.fileBytes ? formatBytes(downloadSource.fileBytes, languageTag) : null,
    dimensions: dimensions && `${String(dimensions.width)} × ${String(dimensions.height)}`,
    length: durationSeconds ? formatRunningTime(durationSeconds) : null,
    place: scope ? text(`library.scope.${scope}`) : file.scope,
    madeBy: sourceToolType ? nameTool(sourceToolType, text) : text('library.uploaded'),
    upload: describeSource(downloadSource, text),
    playback: describeSource(previewSource, text),
    streaming: describeSource(hlsSource, text),
    analysis: describeAnalysis(file, text),
  };
  const known = Object.entries(facts).flatMap(([key, value]) =>
    value === null ? [] : [{ name: text(`library.fact.${key as keyof typeof facts}`), value }],
  );
  return [...known, { name: text('library.fact.id'), value: file.fileId, isMono: true }];
}

function describeSource(source: FileSource | null | undefined, text: TextOf): string | null {
  if (!source) return null;
  const state = states.find((each) => each === source.status);
  return state ? text(`library.source.${state}`) : source.status;
}

function describeAnalysis({ fileAnalysisMetadata: analysis }: FileInfo, text: TextOf): string | null {
  if (!analysis) return null;
  const state = analyses.find((each) => each === analysis.analysisLoadingState);
  if (!state) return analysis.analysisLoadingState;
  return text(`library.analysis.${state}`, { progress: analysis.analysisProgressPercentage / 100 });
}
