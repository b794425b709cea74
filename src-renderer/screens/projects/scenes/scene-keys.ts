import type { SceneWork } from './scene-work.svelte.ts';

/**
 * Handles the keys of a list of scenes: arrows move, with Shift they extend the selection, and Ctrl+A selects all.
 * Returns the place to focus; null for keys without a meaning.
 */
export function pickByKey(
  event: KeyboardEvent,
  work: SceneWork,
  arrows: { readonly back: string; readonly on: string },
): number | null {
  const isMod = event.ctrlKey || event.metaKey;
  const last = work.order.length - 1;
  if (event.altKey || last < 0) return null;
  if (isMod && event.key === 'a') {
    event.preventDefault();
    work.pickAll();
    return null;
  }
  const places: Record<string, number> = {
    [arrows.back]: work.activeIndex - 1,
    [arrows.on]: work.activeIndex + 1,
    Home: 0,
    End: last,
  };
  const place = places[event.key];
  if (isMod || place === undefined) return null;
  event.preventDefault();
  const index = Math.max(0, Math.min(last, place));
  work.pick(work.order[index] ?? '', event.shiftKey ? 'range' : 'only');
  return index;
}

/** Returns how a press joins a scene to the selection. */
export function pickOfPress(event: MouseEvent): 'only' | 'toggle' | 'range' {
  if (event.shiftKey) return 'range';
  return event.ctrlKey || event.metaKey ? 'toggle' : 'only';
}
