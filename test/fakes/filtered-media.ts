import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_STRING,
  type FFAudioEncoder,
  type FFVideoEncoder,
} from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, FilterGraph, FormatContext, Frame, Packet } from 'node-av/lib';

interface FilteredStream {
  /** Filters that begin with a source, such as `testsrc2=d=1`, and state the format. */
  readonly filters: string;
  /** FFmpeg's name of the encoder. */
  readonly encoder: string;
  readonly options?: Readonly<Record<string, string>>;
}

/** Writes a media file in any codec that FFmpeg encodes, in the container of its name's ending. */
export function writeFiltered(
  path: string,
  streams: { readonly pictures?: FilteredStream; readonly sound?: FilteredStream },
): void {
  const format = new FormatContext();
  FFmpegError.throwIfError(format.allocOutputContext2(null, null, path), 'container');
  const { pictures, sound } = streams;
  const opened = [pictures && openStream(pictures, 'buffersink'), sound && openStream(sound, 'abuffersink')]
    .filter((one) => one !== undefined)
    .map((one) => ({ ...one, index: addStream(format, one.context) }));
  FFmpegError.throwIfError(format.openOutputSync(), 'file');
  FFmpegError.throwIfError(format.writeHeaderSync(null), 'header');
  for (const stream of opened) {
    for (let frame = nextFrame(stream.out); frame; frame = nextFrame(stream.out)) {
      stream.context.sendFrameSync(frame);
      frame.free();
      drain(format, stream);
    }
    stream.context.sendFrameSync(null);
    drain(format, stream);
    stream.context.freeContext();
    stream.graph.free();
  }
  FFmpegError.throwIfError(format.writeTrailerSync(), 'trailer');
  format.closeOutputSync();
  format.freeContext();
}

function openStream({ filters, encoder, options = {} }: FilteredStream, sink: string) {
  const graph = new FilterGraph();
  graph.alloc();
  FFmpegError.throwIfError(graph.parse2(`${filters},${sink}@out`), filters);
  FFmpegError.throwIfError(graph.configSync(), filters);
  const out = graph.getFilter(`${sink}@out`);
  if (!out) throw new Error('The filters have no end.');
  const codec = Codec.findEncoderByName(encoder as FFVideoEncoder & FFAudioEncoder);
  if (!codec) throw new Error(`There is no encoder ${encoder}.`);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.timeBase = out.buffersinkGetTimeBase();
  if (sink === 'buffersink') {
    context.width = out.buffersinkGetWidth();
    context.height = out.buffersinkGetHeight();
    context.pixelFormat = out.buffersinkGetFormat() as typeof context.pixelFormat;
    context.framerate = out.buffersinkGetFrameRate();
  } else {
    context.sampleRate = out.buffersinkGetSampleRate();
    context.sampleFormat = out.buffersinkGetFormat() as typeof context.sampleFormat;
    context.channelLayout = out.buffersinkGetChannelLayout();
  }
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  for (const [name, value] of Object.entries(options)) {
    FFmpegError.throwIfError(
      context.setOption(name, value, AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN),
      name,
    );
  }
  FFmpegError.throwIfError(context.open2Sync(codec, null), encoder);
  return { context, out, graph };
}

type OpenedStream = ReturnType<typeof openStream> & { readonly index: number };

function addStream(format: FormatContext, context: CodecContext): number {
  const stream = format.newStream(null);
  FFmpegError.throwIfError(stream.codecpar.fromContext(context), 'stream');
  stream.timeBase = context.timeBase;
  return stream.index;
}

function nextFrame(out: OpenedStream['out']): Frame | null {
  const frame = new Frame();
  frame.alloc();
  if (out.buffersinkGetFrameSync(frame) >= 0) return frame;
  frame.free();
  return null;
}

/** Writes the packets that the encoder has finished. */
function drain(format: FormatContext, { context, index }: OpenedStream): void {
  using packet = new Packet();
  packet.alloc();
  while (context.receivePacketSync(packet) >= 0) {
    const stream = format.streams[index];
    if (!stream) throw new Error('There is no such stream.');
    packet.streamIndex = index;
    if (packet.duration === 0n) packet.duration = 1n;
    packet.rescaleTs(context.timeBase, stream.timeBase);
    FFmpegError.throwIfError(format.interleavedWriteFrameSync(packet), 'packet');
  }
}
