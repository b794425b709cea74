export type Json = Record<string, unknown>;

const time = (value: number, rate = 24): Json => ({ OTIO_SCHEMA: 'RationalTime.1', value, rate });

/** Range in frames of 24 per second, or of another rate. */
export const range = (start: number, duration: number, rate = 24): Json => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: time(start, rate),
  duration: time(duration, rate),
});

export const file = (target: string, available: Json | null = range(0, 500)): Json => ({
  OTIO_SCHEMA: 'ExternalReference.1',
  target_url: target,
  available_range: available,
  metadata: {},
  name: null,
});

export const clip = (reference: Json, source: Json | null, more: Json = {}): Json => ({
  OTIO_SCHEMA: 'Clip.2',
  name: 'shot',
  source_range: source,
  media_references: { DEFAULT_MEDIA: reference },
  active_media_reference_key: 'DEFAULT_MEDIA',
  ...more,
});

export const gap = (duration: number): Json => ({
  OTIO_SCHEMA: 'Gap.1',
  name: '',
  source_range: range(0, duration),
});

export const track = (kind: string, ...children: Json[]): Json => ({
  OTIO_SCHEMA: 'Track.1',
  name: '',
  kind,
  children,
});

export const stack = (source: Json | null, children: Json[], more: Json = {}): Json => ({
  OTIO_SCHEMA: 'Stack.1',
  name: 'nest',
  source_range: source,
  children,
  ...more,
});

/** A timeline named “Edited” with these tracks. */
export const timelineNode = (tracks: readonly Json[], more: Json = {}): Json => ({
  OTIO_SCHEMA: 'Timeline.1',
  name: 'Edited',
  global_start_time: null,
  tracks: { OTIO_SCHEMA: 'Stack.1', name: 'tracks', children: tracks },
  ...more,
});

/** The text of a document with these tracks. */
export const document = (tracks: readonly Json[], more: Json = {}): string =>
  JSON.stringify(timelineNode(tracks, more));
