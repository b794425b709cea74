import { createContext } from 'svelte';
import {
  commandEntry,
  type CommandName,
  type CommandState,
  type Shortcut,
} from '../../../src-shared/contract/app/command.ts';
import { type KeyPress, matchesShortcut } from '../../format/shortcut.ts';

/** An action of the user on a visible part of the page. */
export interface Command {
  readonly name: CommandName;
  readonly run: () => void;
  readonly isEnabled?: () => boolean;
  /** For commands with a `mark`. */
  readonly isChecked?: () => boolean;
  /** True if its keys precede the focused part, except in text fields, dialogs and parts of the player. */
  readonly hasPriority?: () => boolean;
}

const typing =
  'input:not([type="radio"], [type="range"], [type="checkbox"]), textarea, select, [contenteditable]';
const pressable = 'button, a[href], summary, input:is([type="radio"], [type="checkbox"])';
const arrowKeys = /^(?:Arrow.*|Home|End)$/;

/** True if a key stays with the focused part even while a movie plays. */
function isKeptBy(target: Element, shortcut: Shortcut): boolean {
  if (target.closest(`${typing}, [data-own-keys]`)) return true;
  const isPlayerPart = target.closest('input[type="range"], [data-own-arrows="player"]') !== null;
  return isPlayerPart && arrowKeys.test(shortcut.key);
}

/** True if the focused part uses the key itself: to type, to be pressed, or to move within itself. */
function isKeyTakenBy(target: Element, shortcut: Shortcut): boolean {
  if (target.closest(typing)) return true;
  if (shortcut.key === ' ' || shortcut.key === 'Enter') return target.closest(pressable) !== null;
  const isArrow = shortcut.alt !== true && arrowKeys.test(shortcut.key);
  return isArrow && target.closest('[data-own-arrows], input') !== null;
}

/** Keeps the last added command of each name. */
function lastOfEach(commands: readonly Command[]): readonly Command[] {
  return [...new Map(commands.map((command) => [command.name, command])).values()];
}

/** Runs a command, unless it is inactive in the dialog that contains the focused element. */
function runFrom(focused: Element | null, { name, isEnabled, run }: Command): void {
  const isInDialog = focused !== null && focused.closest('[data-own-keys]') !== null;
  const rests = isInDialog && commandEntry(name).worksInDialogs !== true;
  if (!rests && isEnabled?.() !== false) run();
}

/** The commands of the visible parts. If two share a key, the one added last runs. */
export class Commands {
  readonly #isMac: boolean;
  /** Mirrors `#sets` outside of state: during an effect's teardown, state reads as it was before the change. */
  #added: readonly (readonly Command[])[] = [];
  #sets = $state.raw<readonly (readonly Command[])[]>([]);

  /** Command palette or shortcut list, while shown over the screen. */
  overlay = $state<'palette' | 'shortcuts' | null>(null);
  /** Commands of the palette, each name once: during a change of screens both may provide the same command. */
  readonly listed: readonly Command[] = $derived(
    lastOfEach(this.#sets.flat()).filter(({ name }) => commandEntry(name).isListed === true),
  );
  /** Command states for the system's menus. */
  readonly states: readonly CommandState[] = $derived(
    lastOfEach(this.#sets.flat()).map(({ name, isEnabled, isChecked }) => ({
      name,
      isEnabled: isEnabled?.() !== false,
      isChecked: isChecked?.() === true,
    })),
  );

  constructor(deps: { isMac: boolean }) {
    this.#isMac = deps.isMac;
  }

  /** Adds a part's commands. Does not make a calling effect run again. Returns the function that removes them. */
  add(commands: readonly Command[]): () => void {
    this.#show([...this.#added, commands]);
    return () => {
      this.#show(this.#added.filter((set) => set !== commands));
    };
  }

  /** True if a key press belongs to a command with priority over the focused part. */
  hasPriority(press: KeyPress, target: Element | null): boolean {
    return this.#sets.flat().some((each) => {
      const shortcut = each.hasPriority?.() === true && this.#shortcutOf(each, press);
      return shortcut && (target === null || !isKeptBy(target, shortcut));
    });
  }

  /**
   * Runs the command for a key press. Returns false if there is none. Consumes, without running anything, keys of
   * commands that are inactive in an open dialog and repeats of a held key, so that the browser does not use them for
   * something else.
   */
  handle(press: KeyPress, target: Element | null): boolean {
    const command = this.#sets.flat().findLast((each) => this.#isMeant(each, press, target));
    if (!command) return false;
    const isHeld = press.repeat === true && commandEntry(command.name).repeats !== true;
    if (!isHeld) runFrom(target, command);
    return true;
  }

  /** Runs a command by name, if it exists and is enabled for the focused element. */
  run(name: CommandName, focused: Element | null): void {
    const command = this.#added.flat().findLast((each) => each.name === name);
    if (command) runFrom(focused, command);
  }

  #show(sets: readonly (readonly Command[])[]): void {
    this.#added = sets;
    this.#sets = sets;
  }

  #isMeant(command: Command, press: KeyPress, target: Element | null): boolean {
    const shortcut = this.#shortcutOf(command, press);
    if (!shortcut) return false;
    if (target === null) return true;
    if (commandEntry(command.name).leavesFields === true && target.closest(typing) !== null) return false;
    if (shortcut.mod === true) return true;
    return command.hasPriority?.() === true ? !isKeptBy(target, shortcut) : !isKeyTakenBy(target, shortcut);
  }

  #shortcutOf(command: Command, press: KeyPress): Shortcut | undefined {
    return commandEntry(command.name).shortcuts.find((each) => matchesShortcut(each, press, this.#isMac));
  }
}

export const [getCommands, setCommands] = createContext<Commands>();
