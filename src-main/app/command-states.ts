import type { CommandName, CommandState } from '../../src-shared/contract/app/command.ts';

/** Stores the commands that the page reported last; the system's menus show them. */
export class CommandStates {
  #states: ReadonlyMap<CommandName, CommandState> = new Map();
  readonly #listeners = new Set<() => void>();

  /** Replaces the previous report; empty while no page is open. */
  report(states: readonly CommandState[]): void {
    this.#states = new Map(states.map((state) => [state.name, state]));
    for (const listener of this.#listeners) listener();
  }

  /** Returns undefined for a command that no part of the page offers now. */
  get(name: CommandName): CommandState | undefined {
    return this.#states.get(name);
  }

  /** Calls back after every report. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }
}
