import { canDropFrames } from '../../model/frame-rate.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import { frameOfDropLabel, parseTimecode } from '../../model/timecode.ts';
import { TimelineParseError } from '../../model/timeline-parse-error.ts';
import { markerOfGuide } from '../own-document.ts';
import { EventGroup, type ReadEvent } from './edl-event-group.ts';
import {
  addedChannels,
  type EventLine,
  isDropLabel,
  readEventLine,
  timecode,
  withColons,
  withTwoDigits,
} from './edl-line.ts';
import { colourOfLocator, isMarkerLine, type ReadMarker, readMarkerLine } from './edl-markers.ts';

/** One list; a file may hold several, each with its title. */
export interface ReadList {
  readonly title: string;
  readonly isDropFrame: boolean;
  /** Events in the order of the file. */
  readonly events: readonly ReadEvent[];
  readonly markers: readonly ReadMarker[];
  /** True if events stand for markers only, so that the list is no cut. */
  readonly isOfMarkers: boolean;
}

const speedPattern = new RegExp(
  String.raw`^M2(?: (.*?))? ?([+-]? ?\d{1,5}(?:\.\d{0,6})?|[+-]? ?\.\d{1,6})(?: ${timecode}.*)?$`,
  'i',
);
const locatorPattern = new RegExp(String.raw`^${timecode}(?:\s+(.*))?$`);

/** Reads the lines of a file. */
export class EdlParser {
  readonly #rate: FrameRate;
  readonly #lists: ReadList[] = [];
  #events: ReadEvent[] = [];
  #markers: ReadMarker[] = [];
  #markerEvents = 0;
  #group: EventGroup | null = null;
  #title = '';
  /** As the first line of the kind of timecode states it; null without such a line. */
  #statesDropFrame: boolean | null = null;
  /** As the last such line states it: later lines are about the sources. */
  #sourceDropsFrames = false;
  #hasDropLabels = false;
  /** Lines after an event that may be the note of a marker. */
  #notes: string[] = [];
  /** Problem of a line that is no event, unless it turns out to be the note of a marker. */
  #problem: TimelineParseError | null = null;

  constructor(rate: FrameRate) {
    this.#rate = rate;
  }

  /**
   * Returns the lists of a file that have events or markers; an empty one if it has none of them.
   * @throws TimelineParseError with the line for an event that cannot be read, and for invalid timecode.
   */
  parse(text: string): readonly ReadList[] {
    text
      .replace(/^\ufeff/, '')
      .split(/\r\n?|\n/)
      .forEach((line, index) => {
        const place = `line ${String(index + 1)}`;
        try {
          this.#readLine(line.trim(), place);
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
          throw new TimelineParseError(error.message, place);
        }
      });
    this.#endList();
    return this.#lists.length > 0 ? this.#lists : [this.#listAsRead()];
  }

  #endList(): void {
    this.#endNotes();
    if (this.#events.length + this.#markers.length > 0) this.#lists.push(this.#listAsRead());
    this.#events = [];
    this.#markers = [];
    this.#markerEvents = 0;
    this.#group = null;
  }

  #listAsRead(): ReadList {
    return {
      title: this.#title,
      isDropFrame: this.#statesDropFrame ?? this.#hasDropLabels,
      events: this.#events,
      markers: this.#markers,
      isOfMarkers: this.#events.length === 0 && this.#markerEvents > 0,
    };
  }

  /** @throws TimelineParseError if a line before was an event that cannot be read. */
  #endNotes(): void {
    if (this.#problem !== null) throw this.#problem;
    this.#notes = [];
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

  #readLine(line: string, place: string): void {
    if (line === '' || /^[>;#%]/.test(line)) return;
    if (isMarkerLine(line)) this.#addMarkerOfEvent(line);
    else if (line.startsWith('*')) this.#addComment(line.replace(/^[*\s]+/, ''));
    else if (/^TITLE:/i.test(line)) this.#startList(line.slice(6).trim());
    else if (/^FCM:/i.test(line)) this.#setKind(canDropFrames(this.#rate) && !/NON/i.test(line));
    else if (/^M2\s/i.test(line)) this.#addSpeed(line);
    else this.#readEventOrNote(line, place);
  }

  #startList(title: string): void {
    this.#endList();
    this.#title = title;
    this.#statesDropFrame = null;
    this.#hasDropLabels = false;
  }

  #setKind(isDropFrame: boolean): void {
    this.#statesDropFrame ??= isDropFrame;
    this.#sourceDropsFrames = isDropFrame;
  }

  #readEventOrNote(line: string, place: string): void {
    const read = readEventLine(line);
    if (read.type === 'event') {
      this.#endNotes();
      this.#addEvent(read.event, line);
      return;
    }
    this.#notes.push(line);
    if (read.type === 'unreadable') this.#problem ??= new TimelineParseError(read.problem, place);
    else if (!this.#group?.addChannels(addedChannels(line.split(/\s+/)))) this.#addComment(line);
  }

  #addEvent(line: EventLine, text: string): void {
    const [sourceLabel, sourceOutLabel, start, end] = line.labels;
    const sourceIn = this.#sourceFrames(sourceLabel, start);
    const sourceOut = this.#sourceFrames(sourceOutLabel, end);
    const recordIn = this.#recordFrames(start);
    const recordOut = this.#recordFrames(end);
    if (recordOut < recordIn) throw new RangeError(`The event ends at ${end}, before it begins at ${start}.`);
    this.#hasDropLabels ||= canDropFrames(this.#rate) && isDropLabel(start);
    if (this.#group?.number !== line.number) this.#group = new EventGroup(line.number);
    this.#events.push(this.#group.add(line, { sourceIn, sourceOut, recordIn, recordOut }, text));
  }

  #addSpeed(line: string): void {
    const [, reel = '', number = '', label] =
      speedPattern.exec(line.replace(/\s+/g, ' ').slice(0, 400)) ?? [];
    const played = Number(number.replace(' ', ''));
    const speed = played / Math.round(this.#rate.numerator / this.#rate.denominator);
    if (number === '' || !Number.isFinite(speed))
      throw new RangeError(`“${line.slice(0, 80)}” is not a speed: reel, frames per second, timecode.`);
    if (this.#group?.setSpeed(reel, speed, label) !== true)
      throw new RangeError(`The speed of reel “${reel}” belongs to no event above it.`);
  }

  #addComment(comment: string): void {
    const [, key = '', value = ''] = /^([A-Z ]+):\s*(.*)$/i.exec(comment) ?? [];
    const name = key.toUpperCase().trim();
    if (name === 'LOC') this.#addLocator(value.trim());
    else this.#group?.addComment(name, value.trim(), comment);
  }

  /** A locator without a readable time stands at the event above it. */
  #addLocator(text: string): void {
    const [, label = '', words = ''] = locatorPattern.exec(text) ?? [];
    const at = this.#frameOfLocator(label);
    const [first = ''] = words.split(/\s/, 1);
    const colour = colourOfLocator(first);
    const said = at === null ? text : colour === null ? words : words.slice(first.length).trim();
    const { name, note } = markerOfGuide(0, said);
    const frame = at ?? this.#events.at(-1)?.recordIn ?? 0;
    this.#markers.push({ frame, marker: { name, note, ...(at !== null && colour !== null && { colour }) } });
  }

  #frameOfLocator(label: string): number | null {
    try {
      return this.#recordFrames(label);
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  }

  /** An event with the same times in its source and in the record is only the place of a marker. */
  #addMarkerOfEvent(line: string): void {
    const event = this.#events.at(-1);
    const marker = readMarkerLine(line, this.#notes);
    this.#problem = null;
    this.#notes = [];
    if (event === undefined) return;
    this.#markers.push({ frame: event.recordIn, marker });
    if (event.sourceIn !== event.recordIn || event.sourceOut !== event.recordOut) return;
    this.#events.pop();
    this.#markerEvents += 1;
  }
}
