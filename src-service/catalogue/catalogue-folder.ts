import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Relative to this file in the sources or in `out/service`, then to the entry of a standalone build. */
const places = ['../../resources/catalogue/', './resources/catalogue/'];

/** Returns the read-only folder with the pictures of the built-in catalogue. */
export function catalogueFolder(): string {
  const urls = places.map((place) => new URL(place, import.meta.url));
  const found = urls.find((url) => existsSync(url)) ?? new URL(places[0] ?? '', import.meta.url);
  return fileURLToPath(found);
}
