/**
 * Focuses the first button of a part when the focused one is replaced. Call it during component initialisation.
 * @param shown reads the state that the buttons depend on.
 */
export function keepFocusIn(part: () => HTMLElement | undefined, shown: () => unknown): void {
  let isFirst = true;
  $effect(() => {
    shown();
    const hasLostFocus = document.activeElement === document.body;
    if (!isFirst && hasLostFocus) part()?.querySelector('button')?.focus();
    isFirst = false;
  });
}
