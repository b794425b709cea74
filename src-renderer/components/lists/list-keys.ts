/** The keys of a list: arrows move, first letters search. */
export interface ListKeys {
  /** Returns the index that a key selects; null for keys without a meaning. */
  indexFor(
    press: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
    place: ListPlace,
  ): number | null;
}

/** The selection's position and the layout of the list. */
interface ListPlace {
  readonly index: number;
  readonly titles: readonly string[];
  /** Number of items side by side. */
  readonly columns: number;
  readonly isRightToLeft: boolean;
  readonly timeMs: number;
}

/** Letters typed within this time of each other form one word. */
const wordTimeoutMs = 700;

/** Letters that control the player unless they continue a word. */
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

/** Returns the item to select when some leave the list: the next one, else the last one. */
export function successorOf(ids: readonly string[], leavingIds: ReadonlySet<string>): string | undefined {
  const place = ids.findIndex((id) => leavingIds.has(id));
  const staying = ids.filter((id) => !leavingIds.has(id));
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
