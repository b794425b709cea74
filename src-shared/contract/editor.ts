import { z } from 'zod';
import { call } from '../ipc/define.ts';

/** Programs that can open or import a version of a project. */
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

/** Product names, the same in every language. */
export const editorTitles: Readonly<Record<EditorName, string>> = {
  FINAL_CUT: 'Final Cut Pro',
  PREMIERE: 'Premiere Pro',
  RESOLVE: 'DaVinci Resolve',
  KDENLIVE: 'Kdenlive',
  SHOTCUT: 'Shotcut',
  OPENSHOT: 'OpenShot',
  AVID: 'Media Composer',
};

/** Editors that open a document passed at start. The others import theirs through a menu. */
export const openingEditors = ['FINAL_CUT', 'KDENLIVE', 'SHOTCUT'] as const satisfies readonly EditorName[];

export function opensDocuments(editor: EditorName): editor is (typeof openingEditors)[number] {
  return openingEditors.some((each) => each === editor);
}

/** Editor that has a document in a version. */
export const servedEditorSchema = z.object({
  editor: editorNameSchema,
  /** True if the editor opens its document when started with it. Others import it through their own menu. */
  opensIt: z.boolean(),
});
export type ServedEditor = z.infer<typeof servedEditorSchema>;

/** An editor on this computer. */
const foundEditorSchema = z.object({
  editorId: z.string(),
  editor: editorNameSchema,
  /** Null if the installation states none. */
  version: z.string().nullable(),
  /** Installation method, which distinguishes two installations of one editor. */
  source: z.enum(['system', 'flatpak', 'snap', 'appimage']),
});
export type FoundEditor = z.infer<typeof foundEditorSchema>;

const editorListSchema = z.object({
  editors: z.array(foundEditorSchema),
  /** Programs that the user chose, which replace the detected ones; `path` is for display. */
  chosen: z.array(z.object({ editor: editorNameSchema, path: z.string(), isThere: z.boolean() })),
  /** Editors whose program the user can choose here. */
  choosable: z.array(editorNameSchema),
});
export type EditorList = z.infer<typeof editorListSchema>;

/** Entries that the app can install in DaVinci Resolve's menu. */
const resolveScriptsSchema = z.object({ folder: z.string(), isInstalled: z.boolean() });
export type ResolveScriptsState = z.infer<typeof resolveScriptsSchema>;

const oneEditor = z.object({ editor: editorNameSchema });

export const editorCalls = {
  /** `isFresh` repeats the detection. */
  'editor.list': call(z.object({ isFresh: z.boolean() }), editorListSchema),
  /**
   * Opens the native chooser; returns the list unchanged if the user cancels. `program_unusable` if the program is not
   * that editor.
   */
  'editor.choose': call(oneEditor, editorListSchema),
  /** Removes the user's choice. */
  'editor.forget': call(oneEditor, editorListSchema),
  'editor.resolveScripts': call(z.object({}), resolveScriptsSchema),
  /** Installs the entries. `conflict` with the reason `foreign_file` if a foreign file has one of the names. */
  'editor.installResolveScripts': call(z.object({}), resolveScriptsSchema),
  'editor.removeResolveScripts': call(z.object({}), resolveScriptsSchema),
  /** Saves the panel for Premiere Pro where the user chooses and shows it; null if the user cancels. */
  'editor.savePremierePanel': call(z.object({}), z.object({ path: z.string().nullable() })),
};
