import { z } from 'zod';
import type { ItemWithoutMedia } from '../../model/timeline.ts';
import { kindOfGeneratorName } from '../generator-kind.ts';
import { textOfHtml } from '../html-text.ts';
import { kindOfSchema, metadataOf, referenceOf } from './otio-nodes.ts';
import { nameOfOtioEffect } from './otio-plain-effects.ts';
import type { OtioNode, OtioReference } from './otio-schema.ts';

/** What an item without media is and shows. */
export type OtioItemContent = Pick<ItemWithoutMedia, 'kind' | 'name' | 'words'>;

/** Names of parameters with the words of a title, in lower case. */
const textParameters: readonly string[] = ['text', 'title', 'words', 'caption', 'styledtext', 'styled text'];

const resolveParametersSchema = z.array(
  z.object({
    Parameters: z.array(
      z.object({
        'Parameter ID': z.string().catch(''),
        'Parameter Value': z.unknown().optional(),
        'Title HTML': z.string().optional().catch(undefined),
      }),
    ),
  }),
);

/** Words in the parameters of Resolve's titles: rich text as HTML, else a text of its effect. */
function wordsOfResolve(parameters: unknown): string | null {
  const found = resolveParametersSchema.safeParse(parameters);
  if (!found.success) return null;
  const all = found.data.flatMap(({ Parameters }) => Parameters);
  const html = all.map((one) => one['Title HTML']).find((one) => one !== undefined);
  if (html !== undefined) return textOfHtml(html);
  const texts = all.filter((one) => textParameters.includes(one['Parameter ID'].toLowerCase()));
  return texts.map((one) => one['Parameter Value']).find((one) => typeof one === 'string') ?? null;
}

function wordsOf({ parameters }: OtioReference): string | null {
  const entries = Object.entries(parameters ?? {});
  const found = textParameters.flatMap((name) =>
    entries.flatMap(([key, value]) =>
      key.toLowerCase() === name && typeof value === 'string' ? [value] : [],
    ),
  );
  const words = found[0] ?? wordsOfResolve(parameters?.['Resolve_OTIO']) ?? '';
  return words.trim() === '' ? null : words;
}

const premiereEffectSchema = z.object({ MatchName: z.string().catch('') });

/** True for Premiere's graphics, which are clips with an effect for their text. */
function isGraphic({ effects }: OtioNode): boolean {
  return (effects ?? []).some(
    (effect) =>
      effect !== null &&
      metadataOf(effect, 'PremierePro_OTIO', premiereEffectSchema).MatchName === 'AE.ADBE Text',
  );
}

function kindOfGenerator(node: OtioNode, generator: string, words: string | null): OtioItemContent['kind'] {
  if (words !== null || /title|text|caption|subtitle|^rich$/i.test(generator)) return 'title';
  if (isGraphic(node)) return 'graphic';
  if (/adjustment/i.test(generator)) return 'adjustment';
  return kindOfGeneratorName(generator);
}

/** Name of the files of a sequence, such as `shot_####.exr`. */
function nameOfSequence(reference: OtioReference | null): string {
  const { name_prefix: prefix, name_suffix: suffix } = reference ?? {};
  return prefix || suffix ? `${prefix ?? ''}####${suffix ?? ''}` : '';
}

/** Describes an item that shows no media file. */
export function contentOfItem(node: OtioNode): OtioItemContent {
  const schema = kindOfSchema(node.OTIO_SCHEMA);
  if (schema !== 'Clip') return { kind: 'other', name: node.name || schema, words: null };
  const reference = referenceOf(node);
  const name = node.name || reference?.name || '';
  switch (kindOfSchema(reference?.OTIO_SCHEMA ?? '')) {
    case 'GeneratorReference':
      return contentOfGenerator(node, reference, name);
    case 'ImageSequenceReference':
      return { kind: 'image-sequence', name: nameOfSequence(reference) || name || 'Clip', words: null };
    default:
      return contentWithoutFile(node, name);
  }
}

function contentOfGenerator(node: OtioNode, reference: OtioReference | null, name: string): OtioItemContent {
  const words = reference && wordsOf(reference);
  const generator = reference?.generator_kind ?? '';
  return { kind: kindOfGenerator(node, generator, words), name: name || generator || 'Clip', words };
}

/** Describes a clip that names no file. Titles and adjustment layers of some programs are such clips. */
function contentWithoutFile(node: OtioNode, name: string): OtioItemContent {
  const effects = (node.effects ?? []).flatMap((effect) => (effect ? [nameOfOtioEffect(effect)] : []));
  const isAdjustment = [name, ...effects].some((text) => /^adjustment (?:layer|clip)\b/i.test(text));
  const kind = isGraphic(node) ? 'graphic' : isAdjustment ? 'adjustment' : 'missing-media';
  return { kind, name: name || 'Clip', words: null };
}
