import type { CommandName, CommandState } from '../../src-shared/contract/command.ts';

/** The commands of what the page shows, as it reported them last; the system's menus show them. */
export class CommandStates {
  #states: ReadonlyMap<CommandName, CommandState> = new Map();
  readonly #listeners = new Set<() => void>();

  /** Replaces what was reported before; none while there is no page. */
  report(states: readonly CommandState[]): void {
    this.#states = new Map(states.map((state) => [state.name, state]));
    for (const listener of this.#listeners) listener();
  }

  /** Undefined for a command that no part of the page has now. */
  get(name: CommandName): CommandState | undefined {
    return this.#states.get(name);
  }

  /** Calls back after every report. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }
}
