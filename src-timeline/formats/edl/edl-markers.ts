import type { TimelineMarker } from '../../model/timeline.ts';

/** A marker as a list states it. */
export interface ReadMarker {
  /** Frames in the list's timecode. */
  readonly frame: number;
  readonly marker: Omit<TimelineMarker, 'frame'>;
}

/** True for the second line of a marker as Resolve writes it: note, then colour, name and length in frames. */
export const isMarkerLine = (line: string): boolean => /\|[CMD]:/.test(line);

/**
 * Reads `note |C:ResolveColorRed |M:name |D:1`. Fields may be missing or in another order.
 * @param notes lines before it, which are the note's first.
 */
export function readMarkerLine(line: string, notes: readonly string[]): ReadMarker['marker'] {
  const [note = '', ...fields] = line.split(/\|(?=[CMD]:)/);
  const valueOf = (letter: string): string =>
    (fields.find((field) => field.startsWith(letter)) ?? '').slice(2).trim();
  const durationFrames = Number(/^\d{1,9}$/.exec(valueOf('D'))?.[0] ?? 1);
  const colour = valueOf('C').replace(/^ResolveColor/i, '');
  return {
    name: valueOf('M'),
    note: [...notes, note]
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .join('\n'),
    ...(durationFrames > 1 && { durationFrames }),
    ...(colour !== '' && { colour }),
  };
}

/** Colours of locators in Avid and Mistika. */
const locatorColours: ReadonlySet<string> = new Set(
  'BLACK BLUE BROWN CYAN DENIM FOREST GOLD GRAY GREEN GREY MAGENTA ORANGE PINK PURPLE RED TURQUOISE VIOLET WHITE YELLOW'.split(
    ' ',
  ),
);

/** Colour of the app's own locators, which stands for none. */
const plainColour = 'GREEN';

/** Returns the colour as its program shows it (`Red` for `RED`); null for a word that is no colour. */
export function colourOfLocator(word: string): string | null {
  const isColour = locatorColours.has(word.toUpperCase());
  return isColour ? word.charAt(0).toUpperCase() + word.slice(1).toLowerCase() : null;
}

/** Returns the colour's word in a locator. */
export function locatorColour({ colour = '' }: Pick<TimelineMarker, 'colour'>): string {
  const word = colour.toUpperCase();
  return locatorColours.has(word) ? word : plainColour;
}

/** Removes the colour that the app's own lists give to a marker without one. */
export function withoutPlainColour(marker: TimelineMarker): TimelineMarker {
  if (marker.colour?.toUpperCase() !== plainColour) return marker;
  const { frame, name, note } = marker;
  return { frame, name, note };
}
