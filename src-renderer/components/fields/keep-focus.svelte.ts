import { flushSync } from 'svelte';

/**
 * Focuses the first button of a part when the focused one is replaced. Call it during component initialisation.
 * @param shown reads the state that the buttons depend on.
 */
export function keepFocusIn(part: () => HTMLElement | undefined, shown: () => unknown): void {
  let isFirst = true;
  $effect(() => {
    shown();
    if (!isFirst) takeLostFocus(part());
    isFirst = false;
  });
}

/**
 * Runs the removal of a row. If the focus goes with it, focuses the first button of a part. Does so at once, because a
 * dialog brings a lost focus back to its start.
 */
export function removeAndFocus(part: HTMLElement | undefined, remove: () => void): void {
  flushSync(remove);
  takeLostFocus(part);
}

function takeLostFocus(part: HTMLElement | undefined): void {
  if (document.activeElement === document.body) part?.querySelector('button')?.focus();
}
