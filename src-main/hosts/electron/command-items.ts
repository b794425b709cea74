import type { MenuItemConstructorOptions } from 'electron';
import {
  commandEntry,
  type CommandName,
  type CommandState,
  type Shortcut,
} from '../../../src-shared/contract/app/command.ts';
import type { MessageKey, Messages } from '../../../src-shared/i18n/messages.ts';

/** A command, or several of different screens with the same place and key. */
type Entry = CommandName | readonly [CommandName, ...CommandName[]];
/** The commands of a menu; `null` separates. */
export type Entries = readonly (Entry | null)[];

export interface CommandItemsDeps {
  readonly platform: NodeJS.Platform;
  readonly messages: Pick<Messages, 'text' | 'language'>;
  readonly stateOf: (name: CommandName) => CommandState | undefined;
  readonly run: (name: CommandName) => void;
}

/** Labels that differ in a menu: only the name for a place, dots after a command that asks first. */
const menuWords: Partial<Record<CommandName, MessageKey>> = {
  'command.addFiles': 'menu.addFiles',
  'command.addConnection': 'menu.addConnection',
  'command.settings': 'menu.settings',
  'command.palette': 'menu.palette',
  'command.shortcuts': 'menu.shortcuts',
  'command.generate': 'nav.generate',
  'command.projects': 'nav.projects',
  'command.library': 'nav.library',
  'command.returns': 'nav.returns',
  'command.activity': 'nav.activity',
  'command.connections': 'nav.connections',
};

/** Builds menu items for commands of the page. Their `id` is the command's name. */
export function commandItems(entries: Entries, deps: CommandItemsDeps): MenuItemConstructorOptions[] {
  return entries.map((entry) => {
    if (entry === null) return { type: 'separator' };
    const name = presentOf(typeof entry === 'string' ? [entry] : entry, deps);
    const { mark } = commandEntry(name);
    return {
      id: name,
      label: labelOf(name, deps.messages),
      ...(mark ? { type: mark } : {}),
      ...commandFlags(name, deps.stateOf(name)),
      ...acceleratorOf(commandEntry(name).shortcuts[0], deps.platform === 'darwin'),
      click: () => {
        deps.run(name);
      },
    };
  });
}

/**
 * Returns the changeable flags of a command's item. Commands of every screen stay enabled without a page and open it.
 */
export function commandFlags(
  name: CommandName,
  state: CommandState | undefined,
): { readonly enabled: boolean; readonly checked: boolean } {
  const enabled = state?.isEnabled ?? commandEntry(name).group === 'app';
  return { enabled, checked: state?.isChecked === true };
}

/** Returns the last of the commands in one place that the page has now. */
function presentOf(
  names: readonly [CommandName, ...CommandName[]],
  { stateOf }: CommandItemsDeps,
): CommandName {
  return names.findLast((name) => stateOf(name) !== undefined) ?? names[0];
}

function labelOf(name: CommandName, { text, language }: CommandItemsDeps['messages']): string {
  const own = menuWords[name];
  if (own !== undefined) return text(own);
  return language === 'en' ? titleCase(text(name)) : text(name);
}

/** Capitalizes the words of an English menu item, except short ones inside. */
function titleCase(words: string): string {
  return words.replaceAll(/(?<=\s)(?!(?:a|an|and|as|at|of|on|or|over|the|to)\b)\p{Ll}/gu, (letter) =>
    letter.toUpperCase(),
  );
}

const acceleratorNames: Readonly<Record<string, string>> = {
  ' ': 'Space',
  '+': 'Plus',
  Enter: 'Return',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
};

/**
 * Returns a shortcut in Electron's notation. On Linux and Windows the menu only shows it and the page handles the key,
 * as the page knows what has the focus. macOS handles the key in the menu, so one without ⌘ gets no accelerator: else
 * nobody could type that letter.
 */
function acceleratorOf(
  shortcut: Shortcut | undefined,
  isMac: boolean,
): Pick<MenuItemConstructorOptions, 'accelerator' | 'registerAccelerator'> {
  if (!shortcut || (isMac && shortcut.mod !== true)) return {};
  const { key, mod, alt, shift } = shortcut;
  const modifiers = [mod && 'CmdOrCtrl', alt && 'Alt', shift && 'Shift'].filter(Boolean);
  const name = acceleratorNames[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  return { accelerator: [...modifiers, name].join('+'), registerAccelerator: isMac };
}
