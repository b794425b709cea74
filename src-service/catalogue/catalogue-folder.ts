import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** From this file in the sources or a build in `out/service`, and from the entry of a build that stands alone. */
const places = ['../../resources/catalogue/', './resources/catalogue/'];

/** Where the pictures of the built-in catalogue are. Read only. */
export function catalogueFolder(): string {
  const urls = places.map((place) => new URL(place, import.meta.url));
  const found = urls.find((url) => existsSync(url)) ?? new URL(places[0] ?? '', import.meta.url);
  return fileURLToPath(found);
}
