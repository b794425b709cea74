/** Start of a sound at a time of the context. */
export interface VoiceStart {
  /** Time of the context in seconds at which the sound is at `offset`. */
  readonly when: number;
  /** Position in the file in seconds. */
  readonly offset: number;
  readonly rate: number;
  /** Time of the context at which the sound ends. */
  readonly until: number;
}

/** A sound that plays. */
export interface Voice {
  readonly gain: GainNode;
  /** As of `VoiceStart`. */
  readonly until: number;
  stop(): void;
}

/** Shortest time in which a sound can be prepared, in seconds. */
const leadSeconds = 0.02;
/** Time by which a streamed sound starts ahead of the clock; a delay takes it back. */
const streamLeadSeconds = 0.25;
const maxDelaySeconds = 1;
/** Difference between a streamed sound and the clock that is put right, in seconds. */
const toleratedSeconds = 0.008;
const alignMs = 50;
const openingSeconds = 0.005;

/** Plays a decoded sound. One that is late starts in its middle. */
export function playBuffer(
  context: AudioContext,
  loading: Promise<AudioBuffer | null>,
  start: VoiceStart,
): Voice {
  const gain = context.createGain();
  let source: AudioBufferSourceNode | null = null;
  let isStopped = false;
  void loading.then((buffer) => {
    const when = Math.max(start.when, context.currentTime + leadSeconds);
    if (!buffer || isStopped || when >= start.until) return;
    source = context.createBufferSource();
    source.buffer = buffer;
    source.playbackRate.value = start.rate;
    source.connect(gain);
    source.start(when, start.offset + (when - start.when) * start.rate);
    source.stop(start.until);
  });
  return {
    gain,
    until: start.until,
    stop: () => {
      isStopped = true;
      source?.disconnect();
      gain.disconnect();
    },
  };
}

/**
 * Plays a long sound while it is read. The element starts ahead of the clock, because nobody knows when it begins; a
 * delay, measured once it runs, brings it to the clock.
 */
export function playStream(context: AudioContext, url: string, start: VoiceStart): Voice {
  const element = new Audio();
  element.crossOrigin = 'anonymous';
  element.preload = 'auto';
  element.playbackRate = start.rate;
  const delay = context.createDelay(maxDelaySeconds);
  const gate = context.createGain();
  const gain = context.createGain();
  gate.gain.value = 0;
  context.createMediaElementSource(element).connect(delay).connect(gate).connect(gain);
  const positionAt = (time: number): number => start.offset + (time - start.when) * start.rate;
  const begin = (): void => {
    element.currentTime = Math.max(0, positionAt(context.currentTime) + streamLeadSeconds * start.rate);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const align = (): void => {
    if (element.paused || element.seeking) return;
    const ahead = (element.currentTime - positionAt(context.currentTime)) / start.rate;
    const change = ahead - delay.delayTime.value;
    if (ahead < 0 || ahead > maxDelaySeconds) return begin();
    if (Math.abs(change) > toleratedSeconds) delay.delayTime.value = ahead;
    gate.gain.setTargetAtTime(1, Math.max(context.currentTime, start.when), openingSeconds);
  };
  element.addEventListener('loadedmetadata', () => {
    const waitSeconds = start.when - context.currentTime - streamLeadSeconds;
    timer = setTimeout(begin, Math.max(0, waitSeconds * 1000));
  });
  element.addEventListener('seeked', () => {
    // A refusal leaves the sound silent.
    element.play().catch(() => undefined);
  });
  element.addEventListener('playing', () => {
    clearInterval(timer);
    timer = setInterval(align, alignMs);
  });
  element.src = url;
  return {
    gain,
    until: start.until,
    stop: () => {
      clearInterval(timer);
      element.pause();
      element.removeAttribute('src');
      element.load();
      gain.disconnect();
    },
  };
}
