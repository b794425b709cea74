import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** The only kinds of file the built page consists of. */
const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

export interface PageFile {
  readonly contentType: string;
  readonly body: Buffer;
}

/** Splits a URL path into file names; null if one could lead elsewhere. */
function safeSegments(urlPath: string): string[] | null {
  const segments: string[] = [];
  for (const encoded of urlPath.split('/').filter((part) => part !== '')) {
    let segment: string;
    try {
      segment = decodeURIComponent(encoded);
    } catch {
      return null;
    }
    if (!/^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(segment)) return null;
    segments.push(segment);
  }
  return segments;
}

/**
 * Reads a file of the built page, from one folder and nowhere else.
 *
 * @returns null for any other file, however the path is written.
 */
export async function readPageFile(folder: string, urlPath: string): Promise<PageFile | null> {
  const segments = safeSegments(urlPath);
  if (!segments) return null;
  const path = join(folder, ...(segments.length === 0 ? ['index.html'] : segments));
  const contentType = contentTypes[extname(path).toLowerCase()];
  if (!contentType) return null;
  try {
    const [root, real] = await Promise.all([realpath(folder), realpath(path)]);
    if (!real.startsWith(root + sep)) return null;
    return { contentType, body: await readFile(real) };
  } catch {
    return null;
  }
}
