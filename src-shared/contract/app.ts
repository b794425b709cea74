import { z } from 'zod';
import { errorBodySchema } from '../app-error.ts';
import { languageChoiceSchema } from '../i18n/language.ts';
import { call } from '../ipc/define.ts';

/** What the host the page runs in can do; the page hides what is not there. */
const hostCapabilitiesSchema = z.object({
  /** A native folder chooser. Without it the delivery folder is typed. */
  chooseFolder: z.boolean(),
  /** Showing a file in the system's file manager. */
  revealFile: z.boolean(),
  /** Moving a folder to the system's trash. */
  trash: z.boolean(),
  /** Dragging files into other programs. */
  dragOut: z.boolean(),
  /** Working without a window, starting at sign-in, menus of the system. */
  desktop: z.boolean(),
});

const appInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['electron', 'browser']),
  platform: z.enum(['darwin', 'win32', 'linux']),
  capabilities: hostCapabilitiesSchema,
  /** Put before a `mediaPath` to get what `<img>` and `<video>` load, seen from the page. Ends with a slash. */
  mediaBaseUrl: z.string(),
  language: languageChoiceSchema,
  /** What the user reads, best first; empty where only the page knows. */
  systemLanguages: z.array(z.string()),
});

export type AppInfo = z.infer<typeof appInfoSchema>;

/**
 * Names a picture or movie that main serves to the page, relative to `mediaBaseUrl`. Stable across signed-URL
 * renewals: `projects/<connectionId>/<projectId>/movie/<exportId>`, `…/thumbnail/<state>`, `…/scenes/<index>/<state>`,
 * `voices/<connectionId>/<voiceId>/sample`, `files/<connectionId>/<fileId>/thumbnail`, `…/content`, `materials/<materialId>`, `returns/<returnId>`, `returns/<returnId>/<pictureId>`. Another `state` may be another picture.
 */
export const mediaPathSchema = z.string().max(300);

export const appCalls = {
  'app.info': call(z.object({}), appInfoSchema),
  /** What happened before the page was there and the user should know, such as a damaged state that was replaced. */
  'app.notices': call(z.object({}), z.object({ notices: z.array(errorBodySchema) })),
};
