const stillExtensions = /\.(?:avif|bmp|dpx|exr|gif|heic|heif|jpe?g|png|psd|svg|tga|tiff?|webp)$/i;
const soundExtensions = /\.(?:aac|aiff?|flac|m4a|mp3|ogg|opus|wav|wave|wma)$/i;

/** Guesses a file's kind from its name, for documents that do not state it. */
export function mediaKindOfName(fileName: string): 'still' | 'video' | 'audio' {
  if (stillExtensions.test(fileName)) return 'still';
  return soundExtensions.test(fileName) ? 'audio' : 'video';
}

/** Returns the last part of a path or URL, decoded if possible. */
function lastPartOf(location: string): string {
  const withoutQuery = /^https?:/i.test(location) ? location.replace(/[?#].*$/s, '') : location;
  const name = withoutQuery.split(/[\\/]/).at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Returns a file's name with extension. Some programs name media without it, so the location's last part is used. */
export function fileNameOf(name: string, location: string): string {
  return /\.[A-Za-z0-9]{1,10}$/.test(name) ? name : lastPartOf(location) || name;
}

/** Creates a unique media id of letters, digits and hyphens. */
export function uniqueMediaId(wanted: string, taken: Set<string>): string {
  const base = wanted.replace(/[^A-Za-z0-9-]+/g, '-') || 'media';
  for (let count = 1; ; count += 1) {
    const mediaId = count === 1 ? base : `${base}-${String(count)}`;
    if (taken.has(mediaId)) continue;
    taken.add(mediaId);
    return mediaId;
  }
}
