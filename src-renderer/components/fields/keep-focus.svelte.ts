import { flushSync, untrack } from 'svelte';

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
 * Keeps the focus in a list whose rows move, because a moved element loses it. Call it during component initialisation.
 * @param rows reads the rows in their order.
 * @param activeIndex returns the index of the row that takes the focus.
 */
export function keepFocusInList(
  list: () => HTMLElement | undefined,
  rows: () => unknown,
  activeIndex: () => number,
): void {
  let hadFocus = false;
  $effect.pre(() => {
    rows();
    hadFocus = list()?.contains(document.activeElement) === true;
  });
  $effect(() => {
    rows();
    const row = list()?.children[untrack(activeIndex)];
    if (hadFocus && document.activeElement === document.body && row instanceof HTMLElement)
      row.focus({ preventScroll: true });
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
