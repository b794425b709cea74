import { createContext } from 'svelte';

/** What components ask of the page they are on. */
interface PageTools {
  /** Whether keys are shown as on a Mac. */
  readonly isMac: boolean;
  /** Answers whether the text is on the clipboard. */
  readonly copy: (text: string) => Promise<boolean>;
  /** What every copied error says of the app and its connection. */
  readonly reportFacts: () => Readonly<Record<string, string>>;
}

/** Provides them to every component below the one that sets them. */
export const [getPage, setPage] = createContext<PageTools>();

/** How the command palette is opened: by its keys, as they are shown, and by its button. */
interface PaletteOpener {
  readonly keys: string;
  readonly open: () => void;
}

/** Set above all screens. */
export const [getPaletteOpener, setPaletteOpener] = createContext<PaletteOpener>();
