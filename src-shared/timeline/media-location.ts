import { fileUrlOfPath, pathOfFileUrl, percentDecodePath, percentEncodePath } from './file-url.ts';

const schemePattern = /^[A-Za-z][A-Za-z0-9+.-]+:/;
const windowsPathPattern = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** The URL a document writes for a media location: relative paths percent-encoded, URLs as they are. */
export function urlOfLocation(location: string): string {
  return schemePattern.test(location) ? location : percentEncodePath(location);
}

/**
 * The media location that a URL in a document means: relative URLs as plain paths, `file:` URLs without `localhost`.
 */
export function locationOfUrl(url: string): string {
  if (windowsPathPattern.test(url) || url.startsWith('/')) return locationOfPath(url);
  if (!schemePattern.test(url)) return decodeLeniently(url);
  return url.replace(/^file:\/\/localhost\/+/i, 'file:///').replace(/^(file:\/\/\/[A-Za-z])%3a\//i, '$1:/');
}

/** The bare path a document writes for a media location: file URLs decoded, other URLs as they are. */
export function pathOfLocation(location: string): string {
  if (!/^file:/i.test(location)) return location;
  const isWindows = /^file:\/\/(?:\/+[A-Za-z](?::|%3a|\|)\/|[^/])/i.test(location);
  return pathOfFileUrl(location, isWindows ? 'win32' : 'linux');
}

/** The media location a bare path in a document stands for: absolute ones as `file:` URLs. */
export function locationOfPath(path: string): string {
  if (windowsPathPattern.test(path)) return fileUrlOfPath(path, 'win32');
  return path.startsWith('/') ? fileUrlOfPath(path, 'linux') : path;
}

/** Some writers encode relative paths and some do not: what does not decode is taken as it stands. */
function decodeLeniently(url: string): string {
  try {
    return percentDecodePath(url);
  } catch {
    return url;
  }
}
