import { createContext } from 'svelte';

/** What the library holds beside files: entities by their type, and voices. */
const castKinds = ['ACTOR', 'PRODUCT', 'VISUAL_STYLE', 'SLIDESHOW_THEME', 'VOICE'] as const;
export type CastKind = (typeof castKinds)[number];

export const libraryKinds = ['files', ...castKinds] as const;
export type LibraryKind = (typeof libraryKinds)[number];

/** The shown part of the library. */
export class LibraryPlace {
  kind = $state<LibraryKind>('files');
}

export const [getLibraryPlace, setLibraryPlace] = createContext<LibraryPlace>();
