import {
  AV_PIX_FMT_RGBA,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVA420P,
  AVCOL_RANGE_JPEG,
  AVCOL_SPC_RGB,
  SWS_ACCURATE_RND,
  SWS_AREA,
} from 'node-av/constants';
import { FFmpegError, type Frame, SoftwareScaleContext } from 'node-av/lib';
import { emptyFrame, PlaneFrame } from '../../video/plane-frames.ts';
import { tagBt709 } from '../../video/yuv-picture.ts';

/** Converts drawn pictures into planes for the encoder, BT.709 in limited range. Reusable. */
export class RgbaConverter implements Disposable {
  readonly #scaler = new SoftwareScaleContext();
  readonly #source: PlaneFrame;
  readonly #target: Frame;

  /** @param hasAlpha whether to add a fourth plane with the transparency */
  constructor(size: { readonly width: number; readonly height: number }, hasAlpha: boolean) {
    this.#source = new PlaneFrame({ ...size, format: AV_PIX_FMT_RGBA });
    this.#source.frame.colorSpace = AVCOL_SPC_RGB;
    this.#source.frame.colorRange = AVCOL_RANGE_JPEG;
    this.#target = emptyFrame({ ...size, format: hasAlpha ? AV_PIX_FMT_YUVA420P : AV_PIX_FMT_YUV420P });
    tagBt709(this.#target);
    this.#scaler.allocContext();
    this.#scaler.setOption('sws_flags', SWS_AREA | SWS_ACCURATE_RND);
  }

  /** @param rgba four bytes per pixel, not premultiplied */
  convert(rgba: Buffer): Buffer {
    const source = this.#source.fill(rgba);
    FFmpegError.throwIfError(this.#scaler.scaleFrameSync(this.#target, source), 'color conversion');
    return this.#target.toBuffer();
  }

  [Symbol.dispose](): void {
    this.#scaler.freeContext();
    this.#source[Symbol.dispose]();
    this.#target.free();
  }
}
