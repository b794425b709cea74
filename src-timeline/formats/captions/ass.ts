import { arrangeCaptions } from '../../model/arrange-captions.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import type { Caption, CaptionTrack } from '../../model/timeline.ts';
import { captionLines } from './caption-text.ts';
import { readCueTime } from './read-cues.ts';

interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** Converts a frame to hundredths of a second, the finest unit of the format. */
function hundredthsOfFrame(frame: number, rate: FrameRate): number {
  const exact = (frame * rate.denominator * 100) / rate.numerator;
  const early = Math.floor(exact);
  // Renderers show a line from its time on, readers round to the nearest frame. Rounding down suits both where it keeps
  // the frame.
  return frameOfHundredths(early, rate) === frame ? early : early + 1;
}

function frameOfHundredths(hundredths: number, rate: FrameRate): number {
  return Math.round((hundredths * rate.numerator) / (rate.denominator * 100));
}

function timestamp(frame: number, rate: FrameRate): string {
  const hundredths = hundredthsOfFrame(frame, rate);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes, seconds] = [360_000, 6000, 100].map((unit) => Math.floor(hundredths / unit));
  return `${String(hours)}:${two((minutes ?? 0) % 60)}:${two((seconds ?? 0) % 60)}.${two(hundredths % 100)}`;
}

/**
 * Escapes text. Full-width braces replace braces, which open instructions. An invisible character follows a backslash
 * that would begin one.
 */
function writtenText(lines: readonly string[]): string {
  return captionLines(lines, (line) =>
    line
      .replaceAll('{', '\uff5b')
      .replaceAll('}', '\uff5d')
      .replace(/\\(?=[Nnh])/g, '\\\u2060'),
  ).join('\\N');
}

/** White with a black outline, at the bottom, in the size of captions in the app's movies. */
function styleLine({ width, height }: FrameSize): string {
  const size = Math.round(Math.min(width, height) * 0.055);
  const margin = Math.round(height * 0.037);
  const side = Math.round(width * 0.037);
  const colours = '&H00FFFFFF,&H000000FF,&H00000000,&H00000000';
  return `Style: Default,Sans,${String(size)},${colours},-1,0,0,0,100,100,0,0,1,2,0,2,${String(side)},${String(side)},${String(margin)},1`;
}

const styleFormat =
  'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, ' +
  'Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, ' +
  'MarginV, Encoding';

/**
 * Writes Advanced SubStation 4.00+, the format in which Kdenlive keeps captions beside a document. Times are in
 * hundredths of a second and map back to the same frame at every rate up to 60.
 *
 * The format loses the language. Captions without text are omitted.
 */
export function writeAss(track: CaptionTrack, frameRate: FrameRate, frame: FrameSize): string {
  const [width, height] = [frame.width, frame.height].map(String);
  const events = track.captions.flatMap(({ startFrame, durationFrames, lines }) => {
    const text = writtenText(lines);
    const [start, end] = [startFrame, startFrame + durationFrames].map((at) => timestamp(at, frameRate));
    return text === '' ? [] : [`Dialogue: 0,${start ?? ''},${end ?? ''},Default,,0,0,0,,${text}`];
  });
  const lines = [
    '[Script Info]',
    'ScriptType: v4.00+',
    `PlayResX: ${width ?? ''}`,
    `PlayResY: ${height ?? ''}`,
    `LayoutResX: ${width ?? ''}`,
    `LayoutResY: ${height ?? ''}`,
    'ScaledBorderAndShadow: yes',
    'WrapStyle: 0',
    '',
    '[Kdenlive Extradata]',
    'MaxLayer: 0',
    'DefaultStyles: Default',
    '',
    '[V4+ Styles]',
    styleFormat,
    styleLine(frame),
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...events,
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns a frame; null for no time. */
function readTime(text: string, rate: FrameRate): number | null {
  const milliseconds = readCueTime(text);
  return milliseconds === null ? null : frameOfHundredths(milliseconds / 10, rate);
}

function readLines(text: string): readonly string[] {
  return text
    .replace(/\{[^{}]*\}/g, '')
    .replaceAll('\\h', ' ')
    .split(/\\[Nn]/)
    .map((line) =>
      line.replaceAll('\\\u2060', '\\').replaceAll('\uff5b', '{').replaceAll('\uff5d', '}').trim(),
    )
    .filter((line) => line !== '');
}

/** Splits an event into fields in the document's order. The last field is the text, which may contain commas. */
function fieldsOf(line: string, names: readonly string[]): ReadonlyMap<string, string> {
  const parts = line.slice(line.indexOf(':') + 1).split(',');
  const last = names.length - 1;
  const values = [...parts.slice(0, last), parts.slice(last).join(',')];
  return new Map(names.map((name, index) => [name, values[index] ?? '']));
}

const usualFields = [
  'layer',
  'start',
  'end',
  'style',
  'name',
  'marginl',
  'marginr',
  'marginv',
  'effect',
  'text',
];

/**
 * Reads SubStation of any version. Ignores styles, positions and movements, resolves overlaps like `arrangeCaptions`,
 * and omits comments and lines without text. Words without a time that can be read are in `unplaced`.
 */
export function readAss(text: string, frameRate: FrameRate, languageCode: string): CaptionTrack {
  let names: readonly string[] = usualFields;
  let isEvents = false;
  const captions: Caption[] = [];
  const unplaced: string[] = [];
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n?|\n/)) {
    if (line.startsWith('[')) isEvents = /^\[events\]/i.test(line);
    else if (isEvents && /^format:/i.test(line))
      names = line
        .slice(7)
        .split(',')
        .map((name) => name.trim().toLowerCase());
    else if (isEvents && /^dialogue:/i.test(line)) {
      const fields = fieldsOf(line, names);
      const startFrame = readTime(fields.get('start') ?? '', frameRate);
      const endFrame = readTime(fields.get('end') ?? '', frameRate);
      const lines = readLines(fields.get('text') ?? '');
      if (lines.length === 0) continue;
      if (startFrame === null || endFrame === null) unplaced.push(lines.join(' '));
      else captions.push({ startFrame, durationFrames: Math.max(1, endFrame - startFrame), lines });
    }
  }
  return {
    languageCode,
    captions: arrangeCaptions(captions),
    ...(unplaced.length > 0 && { unplaced }),
  };
}
