import { SvelteSet } from 'svelte/reactivity';
import type { ProjectSummary } from '../../../../src-shared/contract/project.ts';

/** How a project joins the selection: alone, toggled, or with all from the last picked one. */
export type ProjectPick = 'only' | 'toggle' | 'range';

/** Projects selected together. A single selected project is the shown one and not part of it. */
export class ProjectSelection {
  #anchor: string | null = null;
  #picked = $state.raw<readonly string[]>([]);

  /** Two or more ids, or none. */
  readonly ids: ReadonlySet<string> = $derived(
    this.#picked.length > 1 ? new SvelteSet(this.#picked) : new SvelteSet<string>(),
  );

  /**
   * Picks a project.
   * @param list in the order shown.
   * @param shownId the project shown now.
   * @returns the project to show: the picked one, or a remaining one if the pick deselected it.
   */
  pick(
    list: readonly ProjectSummary[],
    projectId: string,
    mode: ProjectPick,
    shownId: string | null,
  ): string {
    if (mode === 'range') {
      const places = [this.#anchor ?? shownId ?? projectId, projectId].map((id) =>
        list.findIndex((project) => project.projectId === id),
      );
      const [from = 0, to = 0] = places.sort((a, b) => a - b);
      this.#picked = list.slice(Math.max(0, from), to + 1).map((project) => project.projectId);
      this.#anchor ??= shownId;
      return projectId;
    }
    this.#anchor = projectId;
    return mode === 'only' ? this.#pickOnly(projectId) : this.#toggle(projectId, shownId);
  }

  #pickOnly(projectId: string): string {
    this.#picked = [];
    return projectId;
  }

  #toggle(projectId: string, shownId: string | null): string {
    const others = this.#picked.length > 0 ? this.#picked : shownId === null ? [] : [shownId];
    const rest = others.filter((id) => id !== projectId);
    const isTakenOut = rest.length < others.length;
    this.#picked = isTakenOut ? rest : [...rest, projectId];
    if (!isTakenOut) return projectId;
    return rest.find((id) => id === shownId) ?? rest.at(-1) ?? projectId;
  }

  pickAll(list: readonly ProjectSummary[]): void {
    this.#picked = list.map(({ projectId }) => projectId);
  }

  clear(): void {
    this.#picked = [];
    this.#anchor = null;
  }
}
