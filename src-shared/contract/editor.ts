import { z } from 'zod';
import { call } from '../ipc/define.ts';

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

/** Those that open their document when they are started with it; the others import theirs by a menu. */
export const openingEditors = ['FINAL_CUT', 'KDENLIVE', 'SHOTCUT'] as const satisfies readonly EditorName[];

export function opensDocuments(editor: EditorName): editor is (typeof openingEditors)[number] {
  return openingEditors.some((each) => each === editor);
}

/** An editor that a version has a document for. */
export const servedEditorSchema = z.object({
  editor: editorNameSchema,
  /** True where the editor opens it when it is started with it; the others import it by their own menu. */
  opensIt: z.boolean(),
});
export type ServedEditor = z.infer<typeof servedEditorSchema>;

/** An editor on this computer. */
const foundEditorSchema = z.object({
  editorId: z.string(),
  editor: editorNameSchema,
  /** Null where the installation states none. */
  version: z.string().nullable(),
  /** How it was installed, to tell two of the same apart. */
  source: z.enum(['system', 'flatpak', 'snap', 'appimage']),
});
export type FoundEditor = z.infer<typeof foundEditorSchema>;

const editorListSchema = z.object({
  editors: z.array(foundEditorSchema),
  /** Programs the user chose, which stand instead of those that are found; `path` is for display. */
  chosen: z.array(z.object({ editor: editorNameSchema, path: z.string(), isThere: z.boolean() })),
  /** Editors whose program can be chosen here. */
  choosable: z.array(editorNameSchema),
});
export type EditorList = z.infer<typeof editorListSchema>;

/** The entries of DaVinci Resolve's menu that the app can install. */
const resolveScriptsSchema = z.object({ folder: z.string(), isInstalled: z.boolean() });
export type ResolveScriptsState = z.infer<typeof resolveScriptsSchema>;

const oneEditor = z.object({ editor: editorNameSchema });

export const editorCalls = {
  /** `isFresh` looks again. */
  'editor.list': call(z.object({ isFresh: z.boolean() }), editorListSchema),
  /** Opens the native chooser; unchanged when the user cancels. `program_unusable` for what is not that editor. */
  'editor.choose': call(oneEditor, editorListSchema),
  /** Takes a choice back. */
  'editor.forget': call(oneEditor, editorListSchema),
  'editor.resolveScripts': call(z.object({}), resolveScriptsSchema),
  /** `conflict` with the reason `foreign_file` where a file of another's has one of the names. */
  'editor.installResolveScripts': call(z.object({}), resolveScriptsSchema),
  'editor.removeResolveScripts': call(z.object({}), resolveScriptsSchema),
  /** Saves the panel for Premiere Pro where the user says and shows it; null when the user cancels. */
  'editor.savePremierePanel': call(z.object({}), z.object({ path: z.string().nullable() })),
};
