import type { ShortcutGroup } from '../components/shortcut-group.ts';
import { shortcutKeys } from '../format/shortcut.ts';
import type { TextOf } from '../i18n/messages.ts';
import { type CommandGroup, type CommandName, commandEntry, commandTable } from '../state/command-table.ts';

const groups: readonly CommandGroup[] = ['app', 'generate', 'projects', 'player', 'lists'];

/** Every shortcut there is, in groups, as the keys of this computer are named. */
export function shortcutGroups(text: TextOf, isMac: boolean): readonly ShortcutGroup[] {
  const names = Object.keys(commandTable) as CommandName[];
  return groups.map((group) => ({
    title: text(`shortcuts.group.${group}`),
    entries: names
      .filter((name) => commandEntry(name).group === group && commandEntry(name).shortcuts.length > 0)
      .map((name) => ({
        name: text(name),
        shortcuts: commandEntry(name).shortcuts.map((each) =>
          shortcutKeys(each, isMac, text('common.space')),
        ),
      })),
  }));
}
