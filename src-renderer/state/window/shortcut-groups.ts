import { type CommandGroup, commandEntry, commandNames } from '../../../src-shared/contract/app/command.ts';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import type { ShortcutGroup } from '../../components/keyboard/shortcut-group.ts';
import { shortcutKeys } from '../../format/shortcut.ts';

const groups: readonly CommandGroup[] = ['app', 'generate', 'projects', 'player', 'lists'];

/** Returns all shortcuts in groups, with the key names of this computer. */
export function shortcutGroups(text: TextOf, isMac: boolean): readonly ShortcutGroup[] {
  return groups.map((group) => ({
    title: text(`shortcuts.group.${group}`),
    entries: commandNames
      .filter((name) => commandEntry(name).group === group && commandEntry(name).shortcuts.length > 0)
      .map((name) => ({
        name: text(name),
        shortcuts: commandEntry(name).shortcuts.map((each) =>
          shortcutKeys(each, isMac, text('common.space')),
        ),
      })),
  }));
}
