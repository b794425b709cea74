import { z } from 'zod';

/** Reads a field, or leaves it out if its value is not as it should be. */
const lenient = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null);

const number = lenient(z.number());
const text = lenient(z.string());
const positive = z.number().int().positive();
const flag = lenient(z.boolean());

const pointSchema = z.looseObject({ co: z.looseObject({ X: z.number(), Y: z.number() }) });
/** Values over the frames of the media, which count from 1. */
const curveSchema = lenient(z.looseObject({ Points: z.array(pointSchema) }));
export type OpenShotCurve = z.infer<typeof curveSchema>;

const rateSchema = z.looseObject({ num: positive, den: positive });

const readerSchema = lenient(
  z.looseObject({
    path: text,
    has_video: flag,
    has_audio: flag,
    has_single_image: flag,
    width: number,
    height: number,
    channels: number,
    /** Seconds. */
    duration: number,
  }),
);

const effectSchema = z.looseObject({ name: text, class_name: text });

/** A clip or transition on a layer. Times are in seconds. */
const openShotItemSchema = z
  .looseObject({
    id: text,
    title: text,
    type: text,
    layer: number,
    position: number,
    start: number,
    end: number,
    file_id: text,
    reader: readerSchema,
    volume: curveSchema,
    time: curveSchema,
    has_audio: curveSchema,
    has_video: curveSchema,
    effects: lenient(z.array(effectSchema.nullable().catch(null))),
  })
  .catch({});
export type OpenShotItem = z.infer<typeof openShotItemSchema>;

const items = z.array(openShotItemSchema).catch([]);

export const openShotProjectSchema = z.looseObject({
  fps: rateSchema,
  width: lenient(positive),
  height: lenient(positive),
  sample_rate: lenient(positive),
  layers: z.array(z.looseObject({ number, label: text }).catch({})).catch([]),
  clips: items,
  /** Transitions. */
  effects: items,
  files: z.array(z.looseObject({ id: text, path: text }).catch({})).catch([]),
  markers: z.array(z.looseObject({ position: number, name: text, vector: text }).catch({})).catch([]),
});
export type OpenShotProject = z.infer<typeof openShotProjectSchema>;
