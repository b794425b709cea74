import { z } from 'zod';
import { idSchema } from './id.ts';

const maxTitle = 1_000;

/** A project as the page shows it, so that nobody has to be asked what it is called. */
export const namedProjectSchema = z.object({
  projectId: idSchema,
  /** Cut off where it is very long. */
  title: z.string().transform((title) => title.slice(0, maxTitle)),
});
export type NamedProject = z.infer<typeof namedProjectSchema>;
