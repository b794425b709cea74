import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** From this file in the sources, and from the program of a build or its parts. */
const places = ['../../resources/catalogue/', '../../../resources/catalogue/', '../resources/catalogue/'];

/** Where the pictures of the built-in catalogue are. Read only. */
export function catalogueFolder(): string {
  const urls = places.map((place) => new URL(place, import.meta.url));
  const found = urls.find((url) => existsSync(url)) ?? new URL(places[0] ?? '', import.meta.url);
  return fileURLToPath(found);
}
