import { fileUrlOfPath, pathOfFileUrl, percentDecodePath, percentEncodePath } from './file-url.ts';

const schemePattern = /^[A-Za-z][A-Za-z0-9+.-]+:/;
const windowsPathPattern = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** Returns the URL for a media location in a document: relative paths percent-encoded, URLs unchanged. */
export function urlOfLocation(location: string): string {
  return schemePattern.test(location) ? location : percentEncodePath(location);
}

/** Converts a URL in a document to a media location: relative URLs to plain paths, `file:` URLs without `localhost`. */
export function locationOfUrl(url: string): string {
  if (windowsPathPattern.test(url) || url.startsWith('/')) return locationOfPath(url);
  if (!schemePattern.test(url)) return decodeLeniently(url);
  return url.replace(/^file:\/\/localhost\/+/i, 'file:///').replace(/^(file:\/\/\/[A-Za-z])%3a\//i, '$1:/');
}

/** Returns the bare path for a media location in a document: file URLs decoded, other URLs unchanged. */
export function pathOfLocation(location: string): string {
  if (!/^file:/i.test(location)) return location;
  const isWindows = /^file:\/\/(?:\/+[A-Za-z](?::|%3a|\|)\/|[^/])/i.test(location);
  return pathOfFileUrl(location, isWindows ? 'win32' : 'linux');
}

/** Converts a bare path in a document to a media location: absolute paths become `file:` URLs. */
export function locationOfPath(path: string): string {
  if (windowsPathPattern.test(path)) return fileUrlOfPath(path, 'win32');
  return path.startsWith('/') ? fileUrlOfPath(path, 'linux') : path;
}

/** Decodes a relative path if possible. Some writers encode such paths and some do not. */
function decodeLeniently(url: string): string {
  try {
    return percentDecodePath(url);
  } catch {
    return url;
  }
}
