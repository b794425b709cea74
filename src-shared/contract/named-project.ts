import { z } from 'zod';
import { idSchema } from './id.ts';

const maxTitle = 1_000;

/** Project with the title that the page shows, so that main need not look the title up. */
export const namedProjectSchema = z.object({
  projectId: idSchema,
  /** Very long titles are cut off. */
  title: z.string().transform((title) => title.slice(0, maxTitle)),
});
export type NamedProject = z.infer<typeof namedProjectSchema>;
