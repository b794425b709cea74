import { SvelteSet } from 'svelte/reactivity';
import type { ProjectSummary } from '../../../src-shared/contract/project.ts';

/** How a project joins the selection: alone, toggled beside the others, or with all up to the one picked last. */
export type ProjectPick = 'only' | 'toggle' | 'range';

/** Projects selected together. One alone is the one that is shown, and not in here. */
export class ProjectSelection {
  #anchor: string | null = null;
  #picked = $state.raw<readonly string[]>([]);

  /** Two or more, or none. */
  readonly ids: ReadonlySet<string> = $derived(
    this.#picked.length > 1 ? new SvelteSet(this.#picked) : new SvelteSet<string>(),
  );

  /**
   * @param list as it is shown.
   * @param shownId the project that is shown now.
   */
  pick(list: readonly ProjectSummary[], projectId: string, mode: ProjectPick, shownId: string | null): void {
    if (mode === 'range') {
      const places = [this.#anchor ?? shownId ?? projectId, projectId].map((id) =>
        list.findIndex((project) => project.projectId === id),
      );
      const [from = 0, to = 0] = places.sort((a, b) => a - b);
      this.#picked = list.slice(Math.max(0, from), to + 1).map((project) => project.projectId);
      this.#anchor ??= shownId;
      return;
    }
    this.#anchor = projectId;
    if (mode === 'only') this.#picked = [];
    else {
      const others = this.#picked.length > 0 ? this.#picked : shownId === null ? [] : [shownId];
      const rest = others.filter((id) => id !== projectId);
      this.#picked = rest.length < others.length ? rest : [...rest, projectId];
    }
  }

  pickAll(list: readonly ProjectSummary[]): void {
    this.#picked = list.map(({ projectId }) => projectId);
  }

  clear(): void {
    this.#picked = [];
    this.#anchor = null;
  }
}
