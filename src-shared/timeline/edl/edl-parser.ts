import { canDropFrames } from '../frame-rate.ts';
import type { FrameRate } from '../rational-time.ts';
import { frameOfDropLabel, parseTimecode } from '../timecode.ts';
import { TimelineParseError } from '../timeline-parse-error.ts';
import { cutComment, listedSpeed } from './edl-events.ts';

/** An event of a list, with times in frames. */
export interface ReadEvent {
  /** Shared by all lines of one event. */
  readonly number: string;
  readonly reel: string;
  readonly channels: readonly string[];
  /** Length of a dissolve or a wipe; 0 for a cut. */
  readonly transitionFrames: number;
  readonly sourceIn: number;
  readonly recordIn: number;
  readonly recordOut: number;
  /** Negative backwards, zero for a held frame. */
  speed: number;
  name: string | null;
  note: string | null;
  location: string | null;
  framesBeforeCut: number;
}

interface ReadMarker {
  readonly frame: number;
  readonly text: string;
}

export interface ReadList {
  readonly title: string;
  readonly isDropFrame: boolean;
  readonly events: readonly ReadEvent[];
  readonly markers: readonly ReadMarker[];
}

const timecode = String.raw`(\d{1,3}[:;]\d{2}[:;]\d{2}[:;.,]\d{2,3})`;
const eventPattern = new RegExp(
  String.raw`^\s*(\d{1,6}[A-Z]?)\s+(\S+)\s+(\S+)\s+(C|D|W\d{1,3}|KB?|K\s+O)\s+(?:(\d{1,4})\s+)?${[1, 2, 3, 4].map(() => timecode).join(String.raw`\s+`)}\s*$`,
);

/** One letter is a track, two letters are both channels of one, `B` is picture and sound. */
function channelsOf(text: string): readonly string[] {
  const channels = text
    .toUpperCase()
    .split('/')
    .flatMap((part) => {
      if (part === 'B') return ['V', 'A'];
      return /^A{2,}$/.test(part) ? ['A'] : [part.replace(/^([VA])1$/, '$1')];
    });
  return channels.filter((channel) => /^[VA]\d{0,3}$/.test(channel));
}

/** An event without a speed so far, with its source timecode as written. */
interface EventWithoutSpeed {
  readonly event: ReadEvent;
  readonly sourceLabel: string | undefined;
}

const speedPattern = new RegExp(String.raw`^M2\s+(\S+)\s+(-?\d{1,5}(?:\.\d{1,6})?)(?:\s+${timecode})?`, 'i');

/** True for the outgoing side of a dissolve. */
const isFrom = ({ event }: EventWithoutSpeed): boolean => event.recordIn === event.recordOut;

/** Selects the lines a speed applies to. If both sides of a dissolve share a reel, the given start decides. */
function linesOfSpeed(
  ofReel: readonly EventWithoutSpeed[],
  label: string | undefined,
): readonly EventWithoutSpeed[] {
  const [from, shown] = [ofReel.filter(isFrom), ofReel.filter((one) => !isFrom(one))];
  const beginsThere = ({ sourceLabel }: EventWithoutSpeed): boolean => sourceLabel === label;
  return shown.length === 0 || (from.some(beginsThere) && !shown.some(beginsThere)) ? from : shown;
}

const isDropLabel = (label: string): boolean => /[;.,]\d+$/.test(label);
const withTwoDigits = (label: string): string => label.replace(/^(\d)(?=[:;])/, '0$1');
const withColons = (label: string): string => withTwoDigits(label.replace(/[;.,]/g, ':'));

/** Reads the lines of a list. */
export class EdlParser {
  readonly #rate: FrameRate;
  readonly #events: ReadEvent[] = [];
  readonly #markers: ReadMarker[] = [];
  /** Events of the last number. */
  #withoutSpeed: readonly EventWithoutSpeed[] = [];
  #title = '';
  /** As the first line of the kind of timecode states it; null without such a line. */
  #statesDropFrame: boolean | null = null;
  /** As the last such line states it: later lines are about the sources. */
  #sourceDropsFrames = false;
  #hasDropLabels = false;

  constructor(rate: FrameRate) {
    this.#rate = rate;
  }

  /** @throws TimelineParseError for invalid timecode. */
  parse(text: string): ReadList {
    text
      .replace(/^\ufeff/, '')
      .split(/\r\n?|\n/)
      .forEach((line, index) => {
        try {
          this.#readLine(line.trimEnd());
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
          throw new TimelineParseError(error.message, `line ${String(index + 1)}`);
        }
      });
    return {
      title: this.#title,
      isDropFrame: this.#statesDropFrame ?? this.#hasDropLabels,
      events: this.#events,
      markers: this.#markers,
    };
  }

  #recordFrames(label: string): number {
    const padded = canDropFrames(this.#rate) ? withTwoDigits(label) : withColons(label);
    return parseTimecode(padded, this.#rate, this.#statesDropFrame ?? false).frames;
  }

  /**
   * Source timecode with colons only is not drop-frame if the record timecode beside it has a semicolon. A label that
   * drop-frame skips counts as the next one.
   */
  #sourceFrames(label: string, record: string): number {
    const count = parseTimecode(withColons(label), this.#rate).frames;
    const dropsFrames = isDropLabel(label) || (this.#sourceDropsFrames && !isDropLabel(record));
    return dropsFrames && canDropFrames(this.#rate) ? frameOfDropLabel(count, this.#rate) : count;
  }

  #readLine(line: string): void {
    const event = eventPattern.exec(line);
    if (event !== null) this.#addEvent(event);
    else if (/^TITLE:/i.test(line)) this.#title = line.slice(6).trim();
    else if (/^FCM:/i.test(line)) this.#setKind(canDropFrames(this.#rate) && !/NON/i.test(line));
    else if (/^M2\s/i.test(line)) this.#addSpeed(line);
    else if (line.startsWith('*')) this.#addComment(line.slice(1).trim());
  }

  #setKind(isDropFrame: boolean): void {
    this.#statesDropFrame ??= isDropFrame;
    this.#sourceDropsFrames = isDropFrame;
  }

  #addEvent([, number = '', reel = '', channels = '', , length = '0', ...times]: RegExpExecArray): void {
    const [source = '', , start = '', end = ''] = times;
    const sourceIn = this.#sourceFrames(source, start);
    const [recordIn, recordOut] = [this.#recordFrames(start), this.#recordFrames(end)];
    this.#hasDropLabels ||= canDropFrames(this.#rate) && isDropLabel(start);
    const event: ReadEvent = {
      ...{ number, reel, channels: channelsOf(channels), transitionFrames: Number(length) },
      ...{ sourceIn, recordIn, recordOut, speed: 1, framesBeforeCut: 0 },
      ...{ name: null, note: null, location: null },
    };
    const others = this.#events.at(-1)?.number === number ? this.#withoutSpeed : [];
    this.#withoutSpeed = [...others, { event, sourceLabel: source }];
    this.#events.push(event);
  }

  /**
   * Applies a speed, given as media frames per second of timecode, such as 30 for normal speed at 29.97. The speed
   * applies to a reel in all lines of a number: a list may state it after both lines of a dissolve, and once for
   * picture and sound.
   */
  #addSpeed(line: string): void {
    const [, reel, played, label] = speedPattern.exec(line) ?? [];
    const speed = Number(played) / Math.round(this.#rate.numerator / this.#rate.denominator);
    if (!Number.isFinite(speed)) return;
    const ofReel = this.#withoutSpeed.filter(({ event }) => event.reel === reel);
    const meant = linesOfSpeed(ofReel, label);
    for (const { event } of meant) event.speed = listedSpeed(speed);
    this.#withoutSpeed = this.#withoutSpeed.filter((one) => !meant.includes(one));
  }

  #addComment(comment: string): void {
    const [, key = '', value = ''] = /^([A-Z ]+):\s*(.*)$/i.exec(comment) ?? [];
    const last = this.#events.at(-1);
    const name = key.toUpperCase();
    if (name === 'LOC') this.#addMarker(value);
    else if (last === undefined) return;
    else if (name === 'COMMENT') last.note = value;
    else if (name === 'SOURCE FILE') last.location = value;
    else if (name === 'TO CLIP NAME' || (name === 'FROM CLIP NAME' && last.transitionFrames === 0))
      last.name = value;
    else if (name === cutComment) last.framesBeforeCut = Number(value) || 0;
  }

  #addMarker(text: string): void {
    const [, label, name = ''] = new RegExp(String.raw`^${timecode}\s+\S+\s*(.*)$`).exec(text) ?? [];
    if (label !== undefined) this.#markers.push({ frame: this.#recordFrames(label), text: name });
  }
}
