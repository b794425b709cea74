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

/** Names of products, the same in every language. */
export const editorTitles: Readonly<Record<EditorName, string>> = {
  FINAL_CUT: 'Final Cut Pro',
  PREMIERE: 'Premiere Pro',
  RESOLVE: 'DaVinci Resolve',
  KDENLIVE: 'Kdenlive',
  SHOTCUT: 'Shotcut',
  OPENSHOT: 'OpenShot',
  AVID: 'Media Composer',
};
