import type { Material } from '../../src-shared/contract/material.ts';
import type { Deck } from './deck.ts';

/** Larger files get no preview, because the whole file is held in the page's memory. */
const maxBytes = 256 * 1024 ** 2;

/**
 * Reads the slides of a PDF or PowerPoint file.
 * @param url address of the file on the media gateway.
 * @throws Error if the file is too large, damaged, protected, empty, or gone.
 */
export async function openDeck(
  url: string,
  { sizeBytes }: Pick<Material, 'sizeBytes'>,
  signal: AbortSignal,
): Promise<Deck> {
  if (sizeBytes > maxBytes) throw new Error('The file is too large for a preview.');
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`The file was answered with ${String(response.status)}.`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  // The readers are loaded on demand.
  const deck = isZip(bytes)
    ? (await import('./powerpoint-deck.ts')).readPowerPoint(bytes)
    : await (await import('./pdf-deck.ts')).readPdf(bytes, signal);
  if (deck.slides.length > 0) return deck;
  deck.close();
  throw new Error('The file has no slides.');
}

function isZip([first, second]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b;
}
