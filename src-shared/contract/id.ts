import { z } from 'zod';

/** The id of anything, of ours or of a service, as the page names it in a call. Can be part of an address. */
export const idSchema = z
  .string()
  .max(200)
  .refine((id) => id.isWellFormed(), 'No text');
