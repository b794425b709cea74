import {
  commandEntry,
  type CommandName,
  type CommandState,
  type Shortcut,
} from '../../src-shared/contract/command.ts';
import { type KeyPress, matchesShortcut } from '../format/shortcut.ts';

/** Something the user can do on a part of the page that is shown. */
export interface Command {
  readonly name: CommandName;
  readonly run: () => void;
  readonly isEnabled?: () => boolean;
  /** Of a command with a `mark`. */
  readonly isChecked?: () => boolean;
  /** Its keys have priority over the focused part, except in text fields, dialogs and parts of the player. */
  readonly hasPriority?: () => boolean;
}

const typing = 'input:not([type="radio"], [type="range"], [type="checkbox"]), textarea, [contenteditable]';
const pressable = 'button, a[href], summary, input:is([type="radio"], [type="checkbox"])';
const arrowKeys = /^(?:Arrow.*|Home|End)$/;

/** Whether a key stays with the focused part even while a movie plays. */
function isKeptBy(target: Element, shortcut: Shortcut): boolean {
  if (target.closest(`${typing}, [data-own-keys]`)) return true;
  const isPlayerPart = target.closest('input[type="range"], [data-own-arrows="player"]') !== null;
  return isPlayerPart && arrowKeys.test(shortcut.key);
}

/** Whether the focused part has a use of its own for the key: typing, pressing itself, moving within itself. */
function isKeyTakenBy(target: Element, shortcut: Shortcut): boolean {
  if (target.closest(typing)) return true;
  if (shortcut.key === ' ' || shortcut.key === 'Enter') return target.closest(pressable) !== null;
  return arrowKeys.test(shortcut.key) && target.closest('[data-own-arrows], input') !== null;
}

/** Of several with one name, the one added last. */
function lastOfEach(commands: readonly Command[]): readonly Command[] {
  return [...new Map(commands.map((command) => [command.name, command])).values()];
}

/** Runs a command, unless it rests while the dialog with the focused element is open. */
function runFrom(focused: Element | null, { name, isEnabled, run }: Command): void {
  const isInDialog = focused !== null && focused.closest('[data-own-keys]') !== null;
  const rests = isInDialog && commandEntry(name).worksInDialogs !== true;
  if (!rests && isEnabled?.() !== false) run();
}

/** The commands of the visible parts. Of two with the same key, the one added last runs. */
export class Commands {
  readonly #isMac: boolean;
  /** What `#sets` shows. Not state itself: where an effect is torn down, state reads as it was before the change. */
  #added: readonly (readonly Command[])[] = [];
  #sets = $state.raw<readonly (readonly Command[])[]>([]);

  /** The list of commands or of shortcuts, while one of them lies over the screen. */
  overlay = $state<'palette' | 'shortcuts' | null>(null);
  /** What the palette offers: each name once. While one screen follows another, both may have a command. */
  readonly listed: readonly Command[] = $derived(
    lastOfEach(this.#sets.flat()).filter(({ name }) => commandEntry(name).isListed === true),
  );
  /** What the menus of the system show of the commands. */
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

  /** Adds a part's commands; safe in an effect, which it does not run again. Returns the function that takes them away with it. */
  add(commands: readonly Command[]): () => void {
    this.#show([...this.#added, commands]);
    return () => {
      this.#show(this.#added.filter((set) => set !== commands));
    };
  }

  /** Whether a key press is for a command with priority over the focused part. */
  hasPriority(press: KeyPress, target: Element | null): boolean {
    return this.#sets.flat().some((each) => {
      const shortcut = each.hasPriority?.() === true && this.#shortcutOf(each, press);
      return shortcut && (target === null || !isKeptBy(target, shortcut));
    });
  }

  /**
   * Runs the command a key press stands for. False when there is none. Keys of commands that rest while a dialog is
   * open or that were run by the same press are taken and do nothing, so that the browser does not use them for
   * something else.
   */
  handle(press: KeyPress, target: Element | null): boolean {
    const command = this.#sets.flat().findLast((each) => this.#isMeant(each, press, target));
    if (!command) return false;
    const isHeld = press.repeat === true && commandEntry(command.name).repeats !== true;
    if (!isHeld) runFrom(target, command);
    return true;
  }

  /** Runs a command chosen by its name while an element has the focus, where it is there and can be run. */
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
    if (shortcut.mod === true || target === null) return true;
    return command.hasPriority?.() === true ? !isKeptBy(target, shortcut) : !isKeyTakenBy(target, shortcut);
  }

  #shortcutOf(command: Command, press: KeyPress): Shortcut | undefined {
    return commandEntry(command.name).shortcuts.find((each) => matchesShortcut(each, press, this.#isMac));
  }
}
