import { z } from 'zod';
import { idSchema, openEnum, pageOf, pageQueryFields, unixSecondsSchema } from './common.ts';

const entityTypes = ['ACTOR', 'PRODUCT', 'VISUAL_STYLE', 'SLIDESHOW_THEME'] as const;
export const entityTypeSchema = z.enum(entityTypes);
export type EntityType = z.infer<typeof entityTypeSchema>;

/** Contract supplement §4.7. The specification (§2.10) does not name all types. */
export const entitySchema = z.object({
  entityId: idSchema,
  entityType: openEnum(entityTypes),
  name: z.string(),
  description: z.string(),
  actorConfig: z
    .object({
      voiceDisplayName: z.string().nullish(),
      hasVoice: z.boolean(),
      hasAvatarPresenter: z.boolean(),
    })
    .nullish(),
  references: z.array(z.object({ fileId: idSchema, description: z.string(), isDefault: z.boolean() })),
  createdAt: unixSecondsSchema,
  updatedAt: unixSecondsSchema,
  isBuiltIn: z.boolean().optional(),
});

export const entityListQuerySchema = z.object({
  ...pageQueryFields,
  entityType: entityTypeSchema.optional(),
});
export const entityListSchema = pageOf('entities', entitySchema);

export const createEntitySchema = z.object({
  entityType: entityTypeSchema,
  name: z.string().min(1).max(500),
  description: z.string().max(10_000).optional(),
});

export const updateEntitySchema = z
  .object({ name: z.string().min(1).max(500).nullish(), description: z.string().max(10_000).nullish() })
  .refine((body) => body.name !== undefined || body.description !== undefined, 'needs name or description');

export const addReferenceSchema = z.object({
  fileId: idSchema,
  description: z.string().max(10_000).optional(),
  isDefault: z.boolean().default(false),
});
export const removeReferenceSchema = z.object({ fileId: idSchema });
export const archivedEntitySchema = z.object({ entityId: idSchema, archived: z.literal(true) });
