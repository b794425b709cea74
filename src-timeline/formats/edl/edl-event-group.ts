import type { EventKind, EventLine } from './edl-line.ts';
import { listedSpeed } from './edl-speed.ts';

/** A line of an event, with times in frames. */
export interface ReadEvent {
  /** Shared by all lines of one event. */
  readonly number: string;
  readonly reel: string;
  channels: readonly string[];
  readonly kind: EventKind;
  /** Length of a dissolve, a wipe, or the fade of a key; 0 for a cut. */
  readonly transitionFrames: number;
  readonly sourceIn: number;
  readonly sourceOut: number;
  readonly recordIn: number;
  recordOut: number;
  /** The line above it that its transition comes from. */
  readonly from: ReadEvent | null;
  /** Negative backwards, zero for a held frame. */
  speed: number;
  name: string | null;
  note: string | null;
  location: string | null;
  framesBeforeCut: number;
  /** As a comment states it. */
  isGenerator: boolean;
  isStill: boolean;
  /** The line as written. */
  readonly text: string;
}

type Times = Pick<ReadEvent, 'sourceIn' | 'sourceOut' | 'recordIn' | 'recordOut'>;

/** Name of the app's own comment: number of frames of a dissolve before its cut. */
export const cutComment = 'FRAMES BEFORE CUT';

interface Line {
  readonly event: ReadEvent;
  readonly sourceLabel: string;
  hasSpeed: boolean;
}

/** True for the outgoing side of a dissolve. */
const isFrom = ({ event }: Line): boolean => event.recordIn === event.recordOut;

const isTransition = ({ kind }: Pick<ReadEvent, 'kind'>): boolean => kind === 'dissolve' || kind === 'wipe';
const isKey = ({ kind }: Pick<ReadEvent, 'kind'>): boolean => kind === 'key' || kind === 'key-out';

/** Selects the lines a speed applies to. If both sides of a dissolve share a reel, the given start decides. */
function linesOfSpeed(ofReel: readonly Line[], label: string | undefined): readonly Line[] {
  const from = ofReel.filter(isFrom);
  const shown = ofReel.filter((one) => !isFrom(one));
  const beginsThere = ({ sourceLabel }: Line): boolean => sourceLabel === label;
  return shown.length === 0 || (from.some(beginsThere) && !shown.some(beginsThere)) ? from : shown;
}

const foldReel = (reel: string): string => reel.replace(/\s+/g, ' ').toUpperCase();

/** The lines of one event, with the comments below them. */
export class EventGroup {
  readonly number: string;
  readonly #lines: Line[] = [];
  /** The lines that the last name was for; a file named after it is theirs. */
  #named: readonly ReadEvent[] | null = null;

  constructor(number: string) {
    this.number = number;
  }

  add(line: EventLine, times: Times, text: string): ReadEvent {
    const { number, reel, channels, kind, transitionFrames, labels } = line;
    const before = this.#lines.at(-1)?.event ?? null;
    const background = isKey(line) ? this.#last(({ kind: one }) => one === 'key-background') : null;
    const event: ReadEvent = {
      number,
      reel,
      channels,
      kind,
      transitionFrames,
      ...times,
      from: isTransition(line) ? before : null,
      speed: 1,
      name: null,
      note: null,
      location: null,
      framesBeforeCut: 0,
      isGenerator: false,
      isStill: false,
      text,
    };
    // Some programs write the key with no length: it lies over its whole background.
    if (background && event.recordIn === event.recordOut && event.recordIn === background.recordIn)
      event.recordOut = background.recordOut;
    this.#lines.push({ event, sourceLabel: labels[0], hasSpeed: false });
    this.#named = null;
    return event;
  }

  #last(fits: (event: ReadEvent) => boolean): ReadEvent | null {
    return this.#lines.findLast(({ event }) => fits(event))?.event ?? null;
  }

  /** Adds channels to the last line. False without any. */
  addChannels(channels: readonly string[]): boolean {
    const last = this.#lines.at(-1)?.event;
    if (last === undefined || channels.length === 0) return false;
    last.channels = [...new Set([...last.channels, ...channels])];
    return true;
  }

  /**
   * Sets a speed, 1 for normal. It applies to a reel in all lines of the event: a list may state it after both lines of
   * a dissolve, and once for picture and sound. False if no line has this reel.
   */
  setSpeed(reel: string, speed: number, label: string | undefined): boolean {
    const ofReel = this.#lines.filter(({ event }) => foldReel(event.reel) === foldReel(reel));
    const ofStart = this.#lines.filter(({ sourceLabel }) => sourceLabel === label);
    const meant = ofReel.length > 0 ? ofReel : ofStart;
    const open = meant.filter(({ hasSpeed }) => !hasSpeed);
    for (const line of linesOfSpeed(open, label)) {
      line.event.speed = listedSpeed(speed);
      line.hasSpeed = true;
    }
    return meant.length > 0;
  }

  /** @param text the whole comment. */
  addComment(key: string, value: string, text: string): void {
    const last = this.#lines.at(-1)?.event;
    if (last === undefined) return;
    const generator = /^(FROM|TO|KEY) CLIP IS A (GENERATOR|STILL)/i.exec(text);
    const [, side, what] = generator ?? [];
    if (side !== undefined) this.#markContent(side.toUpperCase(), what);
    else if (key === 'COMMENT') last.note = [last.note, value].filter(Boolean).join('\n') || null;
    else if (key === cutComment) last.framesBeforeCut = Number(value) || 0;
    else if (key === 'SOURCE FILE') this.#setLocation(this.#named ?? this.#beside(last), value);
    else this.#addName(key, value, text);
  }

  #addName(key: string, value: string, text: string): void {
    const [, side = 'FROM', part] = /^(?:(FROM|TO|KEY) )?(CLIP NAME|CLIP|FILE)$/.exec(key) ?? [];
    const clip = /^REEL \S+ IS CLIP (.+)$/i.exec(text)?.[1];
    if (part === undefined && clip === undefined) return;
    const meant = this.#sideOf(side);
    this.#named = meant;
    if (clip !== undefined) this.#setName(meant, clip.trim());
    else if (part === 'CLIP NAME' || !(part === 'FILE' || /[\\/]/.test(value))) this.#setName(meant, value);
    else this.#setLocation(meant, value);
  }

  #setName(events: readonly ReadEvent[], name: string): void {
    if (name !== '') for (const event of events) event.name = name;
  }

  #setLocation(events: readonly ReadEvent[], location: string): void {
    if (location !== '') for (const event of events) event.location = location;
  }

  #markContent(side: string, what: string | undefined): void {
    for (const event of this.#sideOf(side)) {
      event.isGenerator = what?.toUpperCase() === 'GENERATOR';
      event.isStill = !event.isGenerator;
    }
  }

  /** Lines that a comment about one side of the event means. */
  #sideOf(side: string): readonly ReadEvent[] {
    const last = this.#lines.at(-1)?.event;
    if (last === undefined) return [];
    if (side === 'KEY') return [this.#last(isKey) ?? last];
    if (side === 'TO') return this.#beside(this.#last(isTransition) ?? last);
    if (isKey(last)) return [this.#last(({ kind }) => kind === 'key-background') ?? last];
    const beside = this.#beside(last);
    return isTransition(last) ? beside.map((event) => event.from ?? event) : beside;
  }

  /** A line with the ones above it that show the same on other channels, as split edits are listed. */
  #beside(last: ReadEvent): readonly ReadEvent[] {
    const taken = new Set(last.channels);
    const beside: ReadEvent[] = [last];
    for (const { event } of this.#lines.toReversed()) {
      const isSame = event.kind === last.kind && event.reel === last.reel && event.name === last.name;
      const isTogether = event.recordIn <= last.recordOut && last.recordIn <= event.recordOut;
      if (!isSame || !isTogether || event.channels.some((channel) => taken.has(channel))) continue;
      for (const channel of event.channels) taken.add(channel);
      beside.push(event);
    }
    return beside;
  }
}
