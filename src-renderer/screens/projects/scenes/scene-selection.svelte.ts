import { SvelteSet } from 'svelte/reactivity';

/** How a scene joins the selection: alone, toggled, or with all from the last picked one. */
export type ScenePick = 'only' | 'toggle' | 'range';

/** The selected scenes of a cut, in the list and the filmstrip alike. */
export class SceneSelection {
  #anchor: string | null = null;
  #picked = $state.raw<readonly string[]>([]);

  readonly ids: ReadonlySet<string> = $derived(new SvelteSet(this.#picked));
  /** The scene picked last, which the keys move from; null without a selection. */
  readonly activeId = $derived(this.#picked.at(-1) ?? null);

  /** @param order ids of all scenes, in their order. */
  pick(order: readonly string[], sceneId: string, mode: ScenePick): void {
    if (mode === 'range') {
      this.#pickRange(order, sceneId);
      return;
    }
    this.#anchor = sceneId;
    const others = this.#picked.filter((id) => id !== sceneId);
    if (mode === 'only') this.#picked = [sceneId];
    else if (others.length === this.#picked.length) this.#picked = [...others, sceneId];
    else if (others.length > 0) this.#picked = others;
  }

  /** Selects some scenes, the last of which is the active one. */
  set(sceneIds: readonly string[]): void {
    this.#picked = sceneIds;
    this.#anchor = sceneIds[0] ?? null;
  }

  #pickRange(order: readonly string[], sceneId: string): void {
    const from = Math.max(0, order.indexOf(this.#anchor ?? sceneId));
    const to = order.indexOf(sceneId);
    const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
    this.#picked = to < from ? range.reverse() : range;
  }
}
