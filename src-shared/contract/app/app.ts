import { z } from 'zod';
import { errorBodySchema } from '../../app-error.ts';
import { languageChoiceSchema } from '../../i18n/language.ts';
import { call } from '../../ipc/define.ts';

/** Capabilities of the host that runs the page. The page hides features that the host lacks. */
const hostCapabilitiesSchema = z.object({
  /** Has a native folder chooser. Without it the user types the delivery folder. */
  chooseFolder: z.boolean(),
  /** Can show a file in the system's file manager. */
  revealFile: z.boolean(),
  /** Can move a folder to the system's trash. */
  trash: z.boolean(),
  /** Can drag files into other programs. */
  dragOut: z.boolean(),
  /** Can work without a window, start at sign-in and use the menus of the system. */
  desktop: z.boolean(),
  /** Has the engine: makes files playable that the page cannot play, and movies of cuts. */
  engine: z.boolean(),
});

const appInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['electron', 'browser']),
  platform: z.enum(['darwin', 'win32', 'linux']),
  capabilities: hostCapabilitiesSchema,
  /** Prefix of a `mediaPath` for the URL of `<img>` and `<video>`, as seen from the page. Ends with a slash. */
  mediaBaseUrl: z.string(),
  language: languageChoiceSchema,
  /** Languages of the user, best first; empty if only the page knows them. */
  systemLanguages: z.array(z.string()),
});

export type AppInfo = z.infer<typeof appInfoSchema>;

/**
 * Path of a picture or movie that main serves to the page, relative to `mediaBaseUrl`. Stays the same when signed URLs
 * are renewed. Forms: `projects/<connectionId>/<projectId>/movie/<exportId>`, `…/thumbnail/<state>`,
 * `…/thumbnail/<state>/<exportId>`, `…/scenes/<index>/<state>`, `voices/<connectionId>/<voiceId>/sample`,
 * `files/<connectionId>/<fileId>/thumbnail`, `…/content`, `materials/<materialId>`, `returns/<returnId>`,
 * `returns/<returnId>/<pictureId>`, `cuts/<connectionId>/<projectId>/<of>/<mediaId>/<state>` with `<of>` `project`,
 * `yours`, `takes`, `version-<deliveryId>` or `return-<returnId>`. Another `state`, or `exportId` of a thumbnail, may be another picture.
 */
export const mediaPathSchema = z.string().max(1_000);

export const appCalls = {
  'app.info': call(z.object({}), appInfoSchema),
  /** Events before the page loaded that the user should know, such as the replacement of a damaged state. */
  'app.notices': call(z.object({}), z.object({ notices: z.array(errorBodySchema) })),
};
