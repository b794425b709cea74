import type { Shortcut } from '../../src-shared/contract/app/command.ts';

/** Part of a keyboard event that is compared with a shortcut. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'> &
  Partial<Pick<KeyboardEvent, 'repeat'>>;

const symbols: Readonly<Record<string, string>> = {
  Enter: '↩',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
};
const macSymbols: Readonly<Record<string, string>> = { ...symbols, Delete: '⌫' };

const digit = /^\d$/;

/** Takes letters and digits by their position on the keyboard, for layouts of other scripts. */
function keyOf(press: KeyPress): string {
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  if (/^[\x21-\x7e]$/.test(key) || press.key.length > 1) return key;
  return /^(?:Key|Digit)(.)$/.exec(press.code)?.[1]?.toLowerCase() ?? key;
}

/** Takes a digit by its position unless a digit was typed, because some layouts need Shift to type one. */
function digitOf(press: KeyPress): string | undefined {
  return digit.test(press.key) ? press.key : /^Digit(.)$/.exec(press.code)?.[1];
}

/** The delete key of a Mac gives Backspace; Delete takes two keys there. */
function isKeyRight({ key }: Shortcut, press: KeyPress, isMac: boolean): boolean {
  if (isMac && key === 'Delete' && press.key === 'Backspace') return true;
  return (digit.test(key) ? digitOf(press) : keyOf(press)) === key;
}

/** Ignores Shift for punctuation and typed digits, because only some layouts need it to type the character. */
function isShiftRight(shortcut: Shortcut, press: KeyPress): boolean {
  const isPunctuation = /^[^\p{L}\p{N}]$/u.test(shortcut.key) && shortcut.key !== ' ';
  return isPunctuation || digit.test(press.key) || press.shiftKey === (shortcut.shift ?? false);
}

/** True if a key press matches the shortcut. */
export function matchesShortcut(shortcut: Shortcut, press: KeyPress, isMac: boolean): boolean {
  const wantsMod = shortcut.mod ?? false;
  const isModRight = isMac
    ? press.metaKey === wantsMod && !press.ctrlKey
    : press.ctrlKey === wantsMod && !press.metaKey;
  return (
    isModRight &&
    press.altKey === (shortcut.alt ?? false) &&
    isShiftRight(shortcut, press) &&
    isKeyRight(shortcut, press, isMac)
  );
}

/** Returns the key labels in order: `['⇧', '⌘', 'E']` or `['Ctrl', 'Shift', 'E']`. */
export function shortcutKeys(shortcut: Shortcut, isMac: boolean, spaceName: string): string[] {
  const shift = shortcut.shift === true ? [isMac ? '⇧' : 'Shift'] : [];
  const alt = shortcut.alt === true ? [isMac ? '⌥' : 'Alt'] : [];
  const mod = shortcut.mod === true ? [isMac ? '⌘' : 'Ctrl'] : [];
  const name =
    shortcut.key === ' ' ? spaceName : ((isMac ? macSymbols : symbols)[shortcut.key] ?? shortcut.key);
  const enter = shortcut.key === 'Enter' && !isMac ? 'Enter' : name;
  const key = enter.length === 1 ? enter.toUpperCase() : enter;
  return isMac ? [...alt, ...shift, ...mod, key] : [...mod, ...alt, ...shift, key];
}

/** Formats a shortcut for tooltips and menus: `⇧⌘E`, `Ctrl+Shift+E`. */
export function formatShortcut(shortcut: Shortcut, isMac: boolean, spaceName: string): string {
  return shortcutKeys(shortcut, isMac, spaceName).join(isMac ? '' : '+');
}
