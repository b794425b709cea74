import { z } from 'zod';
import type { MessageKey } from '../../i18n/messages.ts';
import { call } from '../../ipc/define.ts';

/** A key with its modifiers. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export interface Shortcut {
  /** Value as in `KeyboardEvent.key`, letters in lower case: `k`, `Enter`, `ArrowLeft`, `?`. */
  readonly key: string;
  readonly mod?: boolean;
  readonly shift?: boolean;
  readonly alt?: boolean;
}

/** The group of a command in the list of shortcuts. */
export type CommandGroup = 'app' | 'generate' | 'projects' | 'player' | 'lists';

/** Fixed properties of a command: its keys and where it appears. */
export interface CommandEntry {
  readonly group: CommandGroup;
  readonly shortcuts: readonly Shortcut[];
  /** True if the palette lists it. */
  readonly isListed?: boolean;
  /** How menus show its state: a checkbox on its own, or a radio item, one of a group. */
  readonly mark?: 'checkbox' | 'radio';
  /** True if it works while a dialog or popup is open. */
  readonly worksInDialogs?: boolean;
  /** True if text fields keep its keys, which mean the same for their text. */
  readonly leavesFields?: boolean;
  /** True if it repeats while its keys are held. Other commands run once per press. */
  readonly repeats?: boolean;
}

/** Every command and its keys, in the order of the shortcut overview within each group. */
const commandTable = {
  'command.palette': { group: 'app', shortcuts: [{ key: 'k', mod: true }], worksInDialogs: true },
  'command.generate': { group: 'app', shortcuts: [{ key: '1', mod: true }], isListed: true },
  'command.projects': { group: 'app', shortcuts: [{ key: '2', mod: true }], isListed: true },
  'command.library': { group: 'app', shortcuts: [{ key: '3', mod: true }], isListed: true },
  'command.returns': { group: 'app', shortcuts: [{ key: '4', mod: true }], isListed: true },
  'command.activity': {
    group: 'app',
    shortcuts: [{ key: 'j', mod: true }],
    mark: 'checkbox',
    isListed: true,
  },
  'command.settings': { group: 'app', shortcuts: [{ key: ',', mod: true }], isListed: true },
  'command.addFiles': { group: 'app', shortcuts: [{ key: 'o', mod: true }], isListed: true },
  'command.shortcuts': { group: 'app', shortcuts: [{ key: '?' }], isListed: true },
  'command.close': { group: 'app', shortcuts: [{ key: 'Escape' }] },
  'command.connections': { group: 'app', shortcuts: [], isListed: true },
  'command.addConnection': { group: 'app', shortcuts: [], isListed: true },
  'activity.pauseAll': { group: 'app', shortcuts: [], mark: 'checkbox', isListed: true },
  'command.themeSystem': { group: 'app', shortcuts: [], mark: 'radio', isListed: true },
  'command.themeLight': { group: 'app', shortcuts: [], mark: 'radio', isListed: true },
  'command.themeDark': { group: 'app', shortcuts: [], mark: 'radio', isListed: true },

  'command.start': { group: 'generate', shortcuts: [{ key: 'Enter', mod: true }], isListed: true },
  'command.newDraft': { group: 'generate', shortcuts: [], isListed: true },
  'command.clear': { group: 'generate', shortcuts: [], isListed: true },

  'command.search': { group: 'projects', shortcuts: [{ key: 'f', mod: true }], isListed: true },
  'command.remix': { group: 'projects', shortcuts: [{ key: 'r', mod: true }], isListed: true },
  'command.export': { group: 'projects', shortcuts: [{ key: 'e', mod: true }], isListed: true },
  'projects.exportAll': { group: 'projects', shortcuts: [{ key: 'e', mod: true }], isListed: true },
  'projects.sendAll': {
    group: 'projects',
    shortcuts: [{ key: 'e', mod: true, shift: true }],
    isListed: true,
  },
  'projects.selectAll': { group: 'projects', shortcuts: [], isListed: true },
  'projects.openOnWeb': { group: 'projects', shortcuts: [], isListed: true },
  'command.hideProject': { group: 'projects', shortcuts: [], isListed: true },
  'command.workspace': { group: 'projects', shortcuts: [], isListed: true },
  'command.send': { group: 'projects', shortcuts: [{ key: 'e', mod: true, shift: true }], isListed: true },

  'remix.start': { group: 'projects', shortcuts: [{ key: 'Enter', mod: true }], isListed: true },

  'scene.undo': {
    group: 'projects',
    shortcuts: [{ key: 'z', mod: true }],
    isListed: true,
    leavesFields: true,
  },
  'scene.redo': {
    group: 'projects',
    shortcuts: [{ key: 'z', mod: true, shift: true }],
    isListed: true,
    leavesFields: true,
  },
  'scene.split': { group: 'projects', shortcuts: [{ key: 'b', mod: true }], isListed: true },
  'scene.join': { group: 'projects', shortcuts: [], isListed: true },
  'scene.duplicate': { group: 'projects', shortcuts: [{ key: 'd', mod: true }], isListed: true },
  'scene.remove': { group: 'projects', shortcuts: [{ key: 'Delete' }] },
  'scene.moveBack': { group: 'projects', shortcuts: [{ key: 'ArrowLeft', alt: true }], repeats: true },
  'scene.moveOn': { group: 'projects', shortcuts: [{ key: 'ArrowRight', alt: true }], repeats: true },

  'library.search': { group: 'lists', shortcuts: [{ key: 'f', mod: true }], isListed: true },
  'library.archive': { group: 'lists', shortcuts: [{ key: 'Delete' }], isListed: true },
  'library.save': { group: 'lists', shortcuts: [], isListed: true },
  'library.inGeneration': { group: 'lists', shortcuts: [], isListed: true },

  'activity.search': { group: 'lists', shortcuts: [{ key: 'f', mod: true }], isListed: true },
  'activity.pause': { group: 'lists', shortcuts: [{ key: ' ' }] },
  'activity.cancel': { group: 'lists', shortcuts: [{ key: 'Delete' }] },
  'activity.queueMove': {
    group: 'lists',
    shortcuts: [
      { key: 'ArrowUp', alt: true },
      { key: 'ArrowDown', alt: true },
    ],
  },
  'activity.clear': { group: 'lists', shortcuts: [], isListed: true },

  'return.keep': { group: 'lists', shortcuts: [{ key: 'Enter', mod: true }], isListed: true },
  'return.update': { group: 'lists', shortcuts: [{ key: 'Enter', mod: true, shift: true }], isListed: true },
  'return.dismiss': { group: 'lists', shortcuts: [{ key: 'Delete' }], isListed: true },
  'return.reveal': { group: 'lists', shortcuts: [], isListed: true },

  'player.toggle': { group: 'player', shortcuts: [{ key: ' ' }, { key: 'k' }] },
  'player.shuttleBack': { group: 'player', shortcuts: [{ key: 'j' }] },
  'player.shuttleOn': { group: 'player', shortcuts: [{ key: 'l' }] },
  'player.previousFrame': { group: 'player', shortcuts: [{ key: 'ArrowLeft' }], repeats: true },
  'player.nextFrame': { group: 'player', shortcuts: [{ key: 'ArrowRight' }], repeats: true },
  'player.secondBack': { group: 'player', shortcuts: [{ key: 'ArrowLeft', shift: true }], repeats: true },
  'player.secondOn': { group: 'player', shortcuts: [{ key: 'ArrowRight', shift: true }], repeats: true },
  'player.previousScene': { group: 'player', shortcuts: [{ key: 'ArrowUp' }], repeats: true },
  'player.nextScene': { group: 'player', shortcuts: [{ key: 'ArrowDown' }], repeats: true },
  'player.toStart': { group: 'player', shortcuts: [{ key: 'Home' }] },
  'player.toEnd': { group: 'player', shortcuts: [{ key: 'End' }] },
  'player.typeTimecode': { group: 'player', shortcuts: [{ key: '=' }], isListed: true },
  'player.setIn': { group: 'player', shortcuts: [{ key: 'i' }], isListed: true },
  'player.setOut': { group: 'player', shortcuts: [{ key: 'o' }], isListed: true },
  'player.clearInOut': { group: 'player', shortcuts: [{ key: 'x', alt: true }], isListed: true },
  'player.loop': {
    group: 'player',
    shortcuts: [{ key: 'l', shift: true }],
    mark: 'checkbox',
    isListed: true,
  },
  'player.fullScreen': { group: 'player', shortcuts: [{ key: 'f' }], isListed: true },
  'player.detach': {
    group: 'player',
    shortcuts: [{ key: 'f', shift: true }],
    mark: 'checkbox',
    isListed: true,
  },
  'player.captions': { group: 'player', shortcuts: [{ key: 'c' }], mark: 'checkbox', isListed: true },
  'player.safeAreas': { group: 'player', shortcuts: [{ key: 'g' }], mark: 'checkbox', isListed: true },
  'player.zoomIn': { group: 'player', shortcuts: [{ key: '+' }], isListed: true },
  'player.zoomOut': { group: 'player', shortcuts: [{ key: '-' }], isListed: true },
  'player.zoomFit': { group: 'player', shortcuts: [{ key: 'z', shift: true }], isListed: true },

  'command.choose': { group: 'lists', shortcuts: [{ key: 'ArrowUp' }, { key: 'ArrowDown' }] },
  'command.openSelected': { group: 'lists', shortcuts: [{ key: 'Enter' }] },
} as const satisfies Partial<Record<MessageKey, CommandEntry>>;

export type CommandName = keyof typeof commandTable;

/** Returns the fixed properties of a command. */
export function commandEntry(name: CommandName): CommandEntry {
  return commandTable[name];
}

export const commandNames = Object.keys(commandTable) as [CommandName, ...CommandName[]];
export const commandNameSchema = z.enum(commandNames);

const commandStateSchema = z.object({
  name: commandNameSchema,
  isEnabled: z.boolean(),
  /** State of a command with a `mark`; false for others. */
  isChecked: z.boolean(),
});
/** State of a command as the system's menus show it. */
export type CommandState = z.infer<typeof commandStateSchema>;

export const commandCalls = {
  /** Reports the commands that the page currently offers, each once. Replaces the previous report. */
  'command.report': call(z.object({ commands: z.array(commandStateSchema) }), z.object({})),
};
