/** Platform names as in Node's `process.platform`. Only `win32` has drives and shares. */
export type PathPlatform =
  | 'aix'
  | 'android'
  | 'cygwin'
  | 'darwin'
  | 'freebsd'
  | 'haiku'
  | 'linux'
  | 'netbsd'
  | 'openbsd'
  | 'sunos'
  | 'win32';

/** Encodes every byte of the UTF-8 form except `A-Za-z0-9-._~/`: importers fail on the other characters URLs allow. */
export function percentEncodePath(path: string): string {
  if (!path.isWellFormed()) throw new RangeError('The path has characters that no URL can carry.');
  return path.split('/').map(percentEncodeSegment).join('/');
}

function percentEncodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** @throws RangeError for escapes that are not UTF-8, and for an encoded slash or NUL. */
export function percentDecodePath(encoded: string): string {
  if (/%(?:2f|00)/i.test(encoded)) throw new RangeError('The URL hides a path separator.');
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new RangeError('The URL has escapes that are not UTF-8.');
  }
}

/**
 * Returns the `file:` URL of an absolute path: POSIX paths as `file:///…`, Windows drives as `file:///C:/…`, Windows
 * shares as `file://server/share/…`.
 * @throws RangeError for a path that is not absolute.
 */
export function fileUrlOfPath(path: string, platform: PathPlatform): string {
  if (platform !== 'win32') {
    if (!path.startsWith('/')) throw new RangeError(`“${path}” is not an absolute path.`);
    return `file://${percentEncodePath(path)}`;
  }
  const slashed = path
    .replaceAll('\\', '/')
    .replace(/^\/\/\?\/UNC\//i, '//')
    .replace(/^\/\/\?\//, '');
  const drive = /^([A-Za-z]:)(\/.*)$/s.exec(slashed);
  if (drive !== null) return `file:///${drive[1] ?? ''}${percentEncodePath(drive[2] ?? '')}`;
  const share = /^\/\/([^/]+)(\/[^/].*)$/s.exec(slashed);
  if (share === null) throw new RangeError(`“${path}” is not an absolute Windows path.`);
  return `file://${percentEncodePath(share[1] ?? '')}${percentEncodePath(share[2] ?? '')}`;
}

/**
 * Returns the path of a `file:` URL in any spelling that editors write: `file:///…`, `file://localhost/…`,
 * `file://localhost//…`, drives as `C:`, `C%3a` or `C|`, shares as `file://server/share/…`.
 * @throws RangeError for another scheme, a drive or share on a platform without them, or escapes that are not UTF-8.
 */
export function pathOfFileUrl(url: string, platform: PathPlatform): string {
  const parts = /^file:(?:\/\/([^/]*))?(\/.*)$/is.exec(url);
  if (parts === null) throw new RangeError(`“${url}” is not a file URL.`);
  const host = (parts[1] ?? '').toLowerCase() === 'localhost' ? '' : percentDecodePath(parts[1] ?? '');
  const path = percentDecodePath(parts[2] ?? '');
  if (platform === 'win32') return windowsPath(host, path, url);
  if (host !== '') throw new RangeError(`“${url}” is on another computer.`);
  return path.replace(/^\/{2,}/, '/');
}

function windowsPath(host: string, path: string, url: string): string {
  if (path.includes('\\')) throw new RangeError(`“${url}” hides a path separator.`);
  const drive = /^\/+([A-Za-z])[:|](\/.*)$/s.exec(path);
  if (host === '' && drive !== null) return `${drive[1] ?? ''}:${drive[2] ?? ''}`.replaceAll('/', '\\');
  const share = host === '' ? path.replace(/^\/{2,}/, '//') : `//${host}${path}`;
  if (!/^\/\/[^/]+\/[^/]/.test(share)) throw new RangeError(`“${url}” names neither a drive nor a share.`);
  return share.replaceAll('/', '\\');
}

/** Converts to Premiere's spelling: `file://localhost/Volumes/…`, `file://localhost/C%3a/…`. Other URLs stay. */
export function localhostFileUrl(url: string): string {
  const local = /^file:\/\/(\/.*)$/is.exec(url);
  if (local === null) return url;
  return `file://localhost${(local[1] ?? '').replace(/^\/([A-Za-z]):/, '/$1%3a')}`;
}
