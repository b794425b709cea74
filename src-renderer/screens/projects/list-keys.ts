/** The keys of a list that is walked through by arrows and searched by first letters. */
export interface ListKeys {
  /** The index a key selects; null when the key has no meaning here. */
  indexFor(
    press: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
    place: ListPlace,
  ): number | null;
}

/** Where in the list the selection is, and how the list lies. */
interface ListPlace {
  readonly index: number;
  readonly titles: readonly string[];
  /** Items side by side in a row. */
  readonly columns: number;
  readonly isRightToLeft: boolean;
  readonly timeMs: number;
}

/** Letters typed within this time of each other are one word. */
const wordTimeoutMs = 700;

/** Letters that work the player unless they continue a word. */
const playerLetters = new Set(['j', 'k', 'l']);

function stepFor(key: string, { columns, isRightToLeft }: ListPlace): number | null {
  const side = isRightToLeft ? -1 : 1;
  const steps: Record<string, number> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: columns * 3,
    PageUp: -columns * 3,
    ...(columns > 1 ? { ArrowRight: side, ArrowLeft: -side } : {}),
  };
  return steps[key] ?? null;
}

/** The project of a list that takes the place of some that leave it: the next one, else the last one. */
export function successorOf<Listed extends { readonly projectId: string }>(
  projects: readonly Listed[],
  leavingIds: ReadonlySet<string>,
): Listed | undefined {
  const place = projects.findIndex(({ projectId }) => leavingIds.has(projectId));
  const staying = projects.filter(({ projectId }) => !leavingIds.has(projectId));
  return staying[place] ?? staying.at(-1);
}

export function createListKeys(): ListKeys {
  let typed = { word: '', timeMs: 0 };

  function find(letter: string, place: ListPlace): number | null {
    const isContinued = typed.word !== '' && place.timeMs - typed.timeMs < wordTimeoutMs;
    if (!isContinued && playerLetters.has(letter)) return null;
    const word = isContinued ? typed.word + letter : letter;
    typed = { word, timeMs: place.timeMs };
    const from = word.length === 1 ? place.index + 1 : Math.max(0, place.index);
    const order = place.titles.map((_, offset) => (from + offset) % place.titles.length);
    return order.find((index) => place.titles[index]?.toLocaleLowerCase().startsWith(word)) ?? null;
  }

  return {
    indexFor(press, place) {
      if (press.ctrlKey || press.metaKey || press.altKey || place.titles.length === 0) return null;
      const last = place.titles.length - 1;
      if (press.key === 'Home') return 0;
      if (press.key === 'End') return last;
      const step = stepFor(press.key, place);
      if (step !== null && place.index < 0) return 0;
      if (step !== null) return Math.max(0, Math.min(last, place.index + step));
      const letter = press.key.toLocaleLowerCase();
      return /^[\p{L}\p{N}]$/u.test(letter) ? find(letter, place) : null;
    },
  };
}
