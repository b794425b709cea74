import type { FrameRate } from '../../model/rational-time.ts';
import type { ItemWithoutMedia } from '../../model/timeline.ts';
import { otioItem, type OtioObject, otioRange } from './otio-json.ts';
import { exactLengthOf, framesOfOtioTime, nearestFrame, referenceOf } from './otio-nodes.ts';
import { otioNodeSchema } from './otio-schema.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (character) => entities[character] ?? '');

/** Parameters of a title: its words as plain text, and as the rich text that Resolve reads. */
function titleParameters(words: string): OtioObject {
  const html = words
    .split('\n')
    .map((line) => `<p align="center">${escapeHtml(line)}</p>`)
    .join('');
  const text = { 'Parameter ID': 'title blob', 'Title HTML': `<html><body>${html}</body></html>` };
  const effect = {
    'Effect Name': 'Rich Text',
    Enabled: true,
    Name: 'Rich Text',
    Parameters: [text],
    Type: 24,
  };
  return { text: words, Resolve_OTIO: [effect] };
}

function buildTitle(item: ItemWithoutMedia, words: string, rate: FrameRate): OtioObject {
  const reference = {
    OTIO_SCHEMA: 'GeneratorReference.1',
    metadata: { Resolve_OTIO: { 'Generator Type': 'Rich' } },
    name: item.name,
    available_range: null,
    available_image_bounds: null,
    generator_kind: 'Rich',
    parameters: titleParameters(words),
  };
  const fields = {
    source_range: otioRange(0, item.durationFrames, rate),
    enabled: item.isDisabled !== true,
    media_references: { DEFAULT_MEDIA: reference },
    active_media_reference_key: 'DEFAULT_MEDIA',
  };
  return otioItem('Clip.2', item.name, {}, fields);
}

/** Returns an item of this format as it was, with its present length and state. */
function presentOriginal(
  { durationFrames, isDisabled }: ItemWithoutMedia,
  text: string,
  rate: FrameRate,
): OtioObject {
  const original = JSON.parse(text) as OtioObject;
  const node = otioNodeSchema.parse(original);
  const length = exactLengthOf(node, rate);
  const isAsLong = length !== null && nearestFrame(length) === durationFrames;
  const range = node.source_range ?? referenceOf(node)?.available_range;
  const start = framesOfOtioTime(range?.start_time, rate) ?? 0;
  return {
    ...original,
    ...(!isAsLong && { source_range: otioRange(start, durationFrames, rate) }),
    ...(isDisabled === true && { enabled: false }),
  };
}

/** Returns an item whose text has its present length and state, which a composition around it may have changed. */
export function withPresentText(item: ItemWithoutMedia, rate: FrameRate): ItemWithoutMedia {
  const { source } = item;
  if (source?.format !== 'OTIO') return item;
  return { ...item, source: { ...source, text: JSON.stringify(presentOriginal(item, source.text, rate)) } };
}

/** Builds an item without media; null for one that the format cannot hold: of another format, and no title. */
export function buildOtioItem(item: ItemWithoutMedia, rate: FrameRate): OtioObject | null {
  const { kind, words, source } = item;
  if (source?.format === 'OTIO') return presentOriginal(item, source.text, rate);
  return kind === 'title' && words !== null && words !== '' ? buildTitle(item, words, rate) : null;
}
