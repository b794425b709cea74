import { createContext } from 'svelte';
import type { AppInfo } from '../../src-shared/contract/app/app.ts';
import type { CommandName } from '../../src-shared/contract/app/command.ts';
import type { Dragged } from '../../src-shared/contract/app/drag.ts';
import type { EditorName } from '../../src-shared/contract/editor.ts';

/** What the app offers to every screen beside the states of the domains. */
export interface AppTools {
  readonly info: AppInfo;
  /** Runs an action; shows an error as a notice. */
  readonly attempt: (action: () => Promise<unknown>) => Promise<void>;
  /**
   * Calls back when what the service lists is to be read again: the user has returned to the window, or the service is
   * ready again. Returns the function that unsubscribes.
   */
  readonly onRevisit: (read: () => void) => () => void;
  /** Returns the address of a picture or movie that main serves, valid in every window of the page. */
  readonly mediaUrl: (mediaPath: string) => string;
  /** Returns a command's first shortcut in display form, for buttons and tooltips. */
  readonly keysOf: (name: CommandName) => string;
  /** Returns what starts dragging a file into another program; undefined where the host cannot. */
  readonly dragOf: (dragged: Dragged) => (() => void) | undefined;
  /** Returns the editors that a project is sent to: the chosen ones, else all on this computer. */
  readonly chosenEditors: (projectId: string) => readonly EditorName[];
  /** Shows a project of any connection, which becomes the active one. Shows a refusal as a notice. */
  readonly openProject: (connectionId: string, projectId: string) => Promise<void>;
  /** Shows a return on its screen. */
  readonly showReturn: (returnId: string) => void;
}

export const [getTools, setTools] = createContext<AppTools>();
