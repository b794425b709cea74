import { TextDecoder } from 'node:util';

/** Parts of a document that show its type. */
export interface DocumentSample {
  readonly head: Buffer;
  /** The last bytes, where archives list their content. */
  readonly tail: Buffer;
  /** Reads all of the file. Called only if the type depends on it. Null when the file is too long to read at once. */
  readonly readWhole: () => Promise<Buffer | null>;
}

const compoundFileStart = 'd0cf11e0a1b11ae1';
const oldSlidesName = Buffer.from('PowerPoint Document', 'utf16le');
const newSlides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
/** Starts of markup whose bytes are text, but which does not count as a text. */
const noTextStarts = ['{\\rtf', '%!PS'];

/** Detects the media type of slides, drawings, animations and texts; null for anything else. */
export async function documentTypeOf(sample: DocumentSample): Promise<string | null> {
  const { head } = sample;
  if (head.subarray(0, 1024).includes('%PDF-')) return 'application/pdf';
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return hasSlides(sample) ? newSlides : null;
  if (head.subarray(0, 8).toString('hex') === compoundFileStart) {
    const isSlides = [head, sample.tail].some((part) => part.includes(oldSlidesName));
    return isSlides ? 'application/vnd.ms-powerpoint' : null;
  }
  const text = textOf(head);
  if (text === null) return null;
  if (isSvg(text)) return 'image/svg+xml';
  return (await isLottie(text, sample)) ? 'application/json' : 'text/plain';
}

function hasSlides({ head, tail }: DocumentSample): boolean {
  return head.includes('ppt/') || tail.includes('ppt/presentation.xml');
}

/** Decodes the first bytes as text; null if they are none. Ignores a character that their end cuts off. */
function textOf(head: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    // Tab, line feeds, form feed and escapes are in texts; other controls are not.
    // eslint-disable-next-line no-control-regex
    const isBinary = /[\0-\x08\x0e-\x19\x1c-\x1f\x7f]/.test(text);
    return isBinary || noTextStarts.some((start) => text.startsWith(start)) ? null : text;
  } catch {
    return null;
  }
}

/** True if the first element is a drawing. Skips anything that may stand before it. */
function isSvg(text: string): boolean {
  const prologue = [
    ['<?', '?>'],
    ['<!--', '-->'],
    ['<!', '>'],
  ] as const;
  let rest = text.trimStart();
  for (;;) {
    const piece = prologue.find(([start]) => rest.startsWith(start));
    if (!piece) return /^<(?:\w+:)?svg[\s/>]/.test(rest);
    const end = rest.indexOf(piece[1]);
    if (end === -1) return false;
    rest = rest.slice(end + piece[1].length).trimStart();
  }
}

/** True for an animation document. It looks like any JSON, but has layers, and a first and a last frame. */
async function isLottie(text: string, sample: DocumentSample): Promise<boolean> {
  if (!text.startsWith('{')) return false;
  const bytes = await sample.readWhole();
  if (!bytes || !['"layers"', '"ip"', '"op"'].every((key) => bytes.includes(key))) return false;
  try {
    const { layers, ip, op } = JSON.parse(bytes.toString()) as Record<string, unknown>;
    return Array.isArray(layers) && typeof ip === 'number' && typeof op === 'number';
  } catch {
    return false;
  }
}
