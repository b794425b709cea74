/**
 * Gives the focus to the first button of a part when the one that had it is replaced. To be called while a component is
 * set up.
 * @param shown what the buttons depend on.
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
