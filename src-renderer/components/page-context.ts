import { createContext } from 'svelte';

/** What components need from their page. */
interface PageTools {
  /** True to show keys as on a Mac. */
  readonly isMac: boolean;
  /** Resolves to true if the text is on the clipboard. */
  readonly copy: (text: string) => Promise<boolean>;
  /** Facts about the app and its connection, added to every copied error. */
  readonly reportFacts: () => Readonly<Record<string, string>>;
}

/** Provides the page tools to every component below the one that sets them. */
export const [getPage, setPage] = createContext<PageTools>();

/** How the user opens the command palette: by its keys, in display form, or by its button. */
interface PaletteOpener {
  readonly keys: string;
  readonly open: () => void;
}

/** Set above all screens. */
export const [getPaletteOpener, setPaletteOpener] = createContext<PaletteOpener>();
