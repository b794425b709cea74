import { z } from 'zod';
import data from '../../../resources/media/places.json' with { type: 'json' };
import type { Hex } from '../color/color.ts';

const share = z.number().min(0).max(1);
const hex = z
  .string()
  .regex(/^#[0-9a-f]{6}$/)
  .transform((color) => color as Hex);

/** A row of things that belong to a place. */
const row = z.object({
  glyphs: z.array(z.string()).min(1),
  /** Where they stand, as a share of the picture's height. */
  foot: share,
  /** Their height, as a share of the picture's. */
  size: share,
  count: z.int().positive(),
  /** True to leave room for what the picture is about. */
  isClear: z.boolean(),
});

const place = z.object({
  /** English words that name it; a hyphen stands for a space. */
  words: z.string().min(1),
  /** Where the sky or the wall ends, as a share of the picture's height. */
  horizon: share,
  ground: hex,
  /** Wall of a room; without one the place is outdoors. */
  wall: hex.optional(),
  /** Colours of the ground with their upper edges, from far to near. */
  bands: z.array(z.tuple([hex, share])),
  rows: z.array(row),
  isWater: z.boolean(),
  isBrick: z.boolean(),
});

export type Place = z.output<typeof place>;
export type PlaceRow = z.output<typeof row>;

const places = z.record(z.string(), place).parse(data);

/** All drawings of places. */
export const placeDrawings: readonly string[] = [
  ...new Set(Object.values(places).flatMap(({ rows }) => rows.flatMap(({ glyphs }) => glyphs))),
];

const byWord = new Map(
  Object.values(places).flatMap((one) => one.words.split(' ').map((word) => [word, one])),
);

/** Returns the place that a word names, with a hyphen for each space; undefined for none. */
export function placeNamed(word: string): Place | undefined {
  return byWord.get(word) ?? (word.endsWith('s') ? byWord.get(word.slice(0, -1)) : undefined);
}
