import { z } from 'zod';
import type { EditorName } from './editor.ts';

/** Program that wrote the returned document, if stated. `otio`, `edl`, `srt`: the document does not identify it. */
export const returnEditorSchema = z.enum([
  'kdenlive',
  'shotcut',
  'openshot',
  'final-cut',
  'premiere',
  'resolve',
  'otio',
  'edl',
  'srt',
  'movie',
]);
export type ReturnEditor = z.infer<typeof returnEditorSchema>;

/** Editors among the sources, by the names that versions use for them. */
export const editorOfReturn: Partial<Record<ReturnEditor, EditorName>> = {
  kdenlive: 'KDENLIVE',
  shotcut: 'SHOTCUT',
  openshot: 'OPENSHOT',
  'final-cut': 'FINAL_CUT',
  premiere: 'PREMIERE',
  resolve: 'RESOLVE',
};
