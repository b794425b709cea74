import { z } from 'zod';

/** Id of any record of the app or of a service, as the page sends it in a call. Can be part of an address. */
export const idSchema = z
  .string()
  .max(200)
  .refine((id) => id.isWellFormed(), 'No text');
