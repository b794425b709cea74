import {
  AV_CODEC_FLAG_CLOSED_GOP,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_STRING,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVA420P,
  AV_PIX_FMT_YUVA444P10LE,
  AVCHROMA_LOC_LEFT,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  type AVPixelFormat,
  FF_ENCODER_LIBX264,
  FF_ENCODER_PRORES_KS,
  type FFVideoEncoder,
} from 'node-av/constants';
import { Codec, CodecContext, Rational } from 'node-av/lib';
import { throwUnlessDone } from '../../video/ffmpeg-result.ts';

/** Pictures a second as a fraction, such as 30,000 / 1,001. */
export interface FrameRate {
  readonly num: number;
  readonly den: number;
}

export interface PictureSettings {
  /** Opaque pictures go into MP4 files; transparent ones into WebM files for players, MOV files for editors. */
  readonly kind: 'h264' | 'vp9-alpha' | 'prores-4444';
  readonly width: number;
  readonly height: number;
  readonly rate: FrameRate;
}

const options: Readonly<Record<PictureSettings['kind'], Readonly<Record<string, string>>>> = {
  // Without the first parameter runs differ by rounding: x264's code for new processors is not exact. The second saves
  // a sixth of the time of a clip at the same size and likeness (SSIM 0.9934 with and without).
  h264: { preset: 'veryfast', profile: 'high', crf: '18', 'x264-params': 'cpu-independent=1:subme=1' },
  // Real-time mode: four times as fast as the default for a tenth more bytes on graphics.
  'vp9-alpha': {
    deadline: 'realtime',
    'cpu-used': '7',
    crf: '22',
    b: '0',
    'auto-alt-ref': '0',
    'row-mt': '1',
  },
  // Alpha of eight bits is kept exactly. The vendor is the one that editors take for Apple's own.
  'prores-4444': { profile: '4444', vendor: 'apl0', alpha_bits: '8', field_order: 'progressive' },
};

const codecNames: Readonly<Record<PictureSettings['kind'], FFVideoEncoder>> = {
  h264: FF_ENCODER_LIBX264,
  'vp9-alpha': 'libvpx-vp9' as FFVideoEncoder,
  'prores-4444': FF_ENCODER_PRORES_KS,
};

const pixelFormats: Readonly<Record<PictureSettings['kind'], AVPixelFormat>> = {
  h264: AV_PIX_FMT_YUV420P,
  'vp9-alpha': AV_PIX_FMT_YUVA420P,
  'prores-4444': AV_PIX_FMT_YUVA444P10LE,
};

/**
 * Opens an encoder for BT.709 pictures in limited range; one thread, so that the same input gives the same bytes.
 * To be freed by the caller.
 *
 * @throws MediaError `encoding_failed`
 */
export function openPictureEncoder(settings: PictureSettings): CodecContext {
  const codec = Codec.findEncoderByName(codecNames[settings.kind]);
  const context = new CodecContext();
  context.allocContext3(codec);
  const { num, den } = settings.rate;
  context.width = settings.width;
  context.height = settings.height;
  context.pixelFormat = pixelFormats[settings.kind];
  context.sampleAspectRatio = new Rational(1, 1);
  context.timeBase = new Rational(den, num);
  context.framerate = new Rational(num, den);
  context.gopSize = Math.max(1, Math.round((2 * num) / den));
  context.threadCount = 1;
  context.colorPrimaries = AVCOL_PRI_BT709;
  context.colorTrc = AVCOL_TRC_BT709;
  context.colorSpace = AVCOL_SPC_BT709;
  context.colorRange = AVCOL_RANGE_MPEG;
  context.chromaLocation = AVCHROMA_LOC_LEFT;
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_FLAG_CLOSED_GOP);
  // Options go in one by one: a dictionary given to open2Sync is freed twice by node-av 6.1.
  for (const [name, value] of Object.entries(options[settings.kind])) {
    throwUnlessDone(
      context.setOption(name, value, AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN),
      `option ${name}`,
    );
  }
  throwUnlessDone(context.open2Sync(codec, null), 'picture encoder');
  return context;
}
