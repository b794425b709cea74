import { AV_CHANNEL_ORDER_NATIVE, AV_SAMPLE_FMT_FLT, AVERROR_EOF } from 'node-av/constants';
import { FFmpegError, FilterGraph, Frame } from 'node-av/lib';
import type { Sound } from '../av/wav.ts';

const mono = { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 1, mask: 4n } as const;

/** Makes speech slower without changing its pitch. @param tempo 0.5 to 1; 0.5 takes twice the time */
export function slowDown({ samples, sampleRate }: Sound, tempo: number): Sound {
  if (samples.length === 0) return { samples, sampleRate };
  const graph = new FilterGraph();
  try {
    graph.alloc();
    graph.nbThreads = 1;
    const result = graph.parse2(
      `abuffer@in=time_base=1/${sampleRate}:sample_rate=${sampleRate}:sample_fmt=flt:channel_layout=mono,` +
        `atempo=${tempo},aformat=sample_fmts=flt,abuffersink@out`,
    );
    FFmpegError.throwIfError(result, 'sound graph');
    FFmpegError.throwIfError(graph.configSync(), 'sound graph');
    feed(graph, { samples, sampleRate });
    return { samples: drain(graph, Math.round(samples.length / tempo)), sampleRate };
  } finally {
    graph.free();
  }
}

function feed(graph: FilterGraph, { samples, sampleRate }: Sound): void {
  const source = graph.getFilter('abuffer@in');
  if (!source) throw new Error('The sound graph has no input.');
  using frame = Frame.fromAudioBuffer(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength), {
    nbSamples: samples.length,
    format: AV_SAMPLE_FMT_FLT,
    sampleRate,
    channelLayout: mono,
    timeBase: { num: 1, den: sampleRate },
    pts: 0n,
  });
  FFmpegError.throwIfError(source.buffersrcAddFrameSync(frame), 'sound graph');
  FFmpegError.throwIfError(source.buffersrcAddFrameSync(null), 'sound graph');
}

/** Returns exactly `count` samples. */
function drain(graph: FilterGraph, count: number): Float32Array {
  const slowed = new Float32Array(count);
  const bytes = Buffer.from(slowed.buffer);
  using frame = new Frame();
  frame.alloc();
  const sink = graph.getFilter('abuffersink@out');
  if (!sink) throw new Error('The sound graph has no output.');
  let at = 0;
  for (;;) {
    const result = sink.buffersinkGetFrameSync(frame);
    if (result === AVERROR_EOF) return slowed;
    FFmpegError.throwIfError(result, 'sound graph');
    at += frame.toBuffer().copy(bytes, at, 0, frame.nbSamples * 4);
    frame.unref();
  }
}
