import { untrack } from 'svelte';
import { getTools } from '../app-tools.ts';

/**
 * Reads from the service what a component shows: now, when it shows something else, and at each revisit. Call it while
 * the component is created.
 * @param of returns what is shown; null while there is nothing to read.
 */
export function readAtVisits<Shown>(of: () => Shown | null, read: (shown: Shown) => unknown): void {
  const { onRevisit } = getTools();
  const shown = $derived(of());
  $effect(() => {
    const present = shown;
    if (present === null) return undefined;
    untrack(() => void read(present));
    return onRevisit(() => void read(present));
  });
}
