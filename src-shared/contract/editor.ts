import { z } from 'zod';

/** Programs a version of a project can be opened or imported in. */
export const editorNameSchema = z.enum([
  'FINAL_CUT',
  'PREMIERE',
  'RESOLVE',
  'KDENLIVE',
  'SHOTCUT',
  'OPENSHOT',
  'AVID',
]);
export type EditorName = z.infer<typeof editorNameSchema>;
