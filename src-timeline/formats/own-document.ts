import { z } from 'zod';
import type { Timeline, TimelineMarker } from '../model/timeline.ts';
import { writableText } from './xml/xml-writer.ts';

/** Merges a marker's name and note into one text. */
export function guideText({ name, note }: TimelineMarker): string {
  return [name, note]
    .map(writableText)
    .filter((part) => part !== '')
    .join(': ');
}

export function markerOfGuide(frame: number, text: string): TimelineMarker {
  const at = text.indexOf(': ');
  return at === -1
    ? { frame, name: text, note: '' }
    : { frame, name: text.slice(0, at), note: text.slice(at + 2) };
}

/** Facts that a document's format has no place for, stored where its programs keep unknown data. */
const ownDocumentSchema = z.object({
  startFrame: z.number().int().nonnegative().catch(0),
  isDropFrame: z.boolean().catch(false),
  audioRate: z.number().int().positive().catch(48_000),
  tracks: z
    .array(
      z.object({ name: z.string(), role: z.enum(['video', 'background', 'dialogue', 'music', 'effects']) }),
    )
    .catch([]),
});
export type OwnDocument = z.infer<typeof ownDocumentSchema>;

export function ownDocumentText({ startFrame, isDropFrame, audioRate, tracks }: Timeline): string {
  const own: OwnDocument = {
    startFrame,
    isDropFrame,
    audioRate,
    tracks: tracks.map(({ name, role }) => ({ name, role })),
  };
  return JSON.stringify(own);
}

export function readOwnDocument(text: string | undefined): OwnDocument {
  try {
    return ownDocumentSchema.parse(JSON.parse(text ?? '{}'));
  } catch {
    return ownDocumentSchema.parse({});
  }
}
