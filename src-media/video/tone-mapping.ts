import {
  AVCOL_PRI_UNSPECIFIED,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
} from 'node-av/constants';
import { Filter, type Frame } from 'node-av/lib';

/** Luminance of a linear value of 1, in cd/m². */
const nominalPeak = 100;

/**
 * Returns FFmpeg filters with a trailing comma that convert high dynamic range (HDR10, HLG) to BT.709. Because they
 * are slow, they first reduce the picture to the size needed. Empty for other pictures.
 *
 * @param least size that must remain covered, in the orientation of the file
 */
export function toneMapping(
  frame: Frame,
  least: { readonly width: number; readonly height: number },
): string {
  const isPq = frame.colorTrc === AVCOL_TRC_SMPTE2084;
  if (!isPq && frame.colorTrc !== AVCOL_TRC_ARIB_STD_B67) return '';
  // FFmpeg may lack these optional filters; the picture is then pale but usable.
  if (!Filter.getByName('zscale') || !Filter.getByName('tonemap')) return '';
  const scale = Math.min(1, Math.max(least.width / frame.width, least.height / frame.height));
  const even = (length: number): number => Math.max(2, Math.ceil((length * scale) / 2) * 2);
  const primaries = frame.colorPrimaries === AVCOL_PRI_UNSPECIFIED ? ':pin=bt2020:p=bt2020' : '';
  const matrix = frame.colorSpace === AVCOL_SPC_UNSPECIFIED ? ':min=bt2020nc:m=bt2020nc' : '';
  return [
    `zscale=w=${even(frame.width)}:h=${even(frame.height)}:t=linear:npl=${nominalPeak}${primaries}${matrix}`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=hable:desat=0',
    'zscale=t=bt709:m=bt709:r=tv',
    'format=yuv420p',
    '',
  ].join(',');
}
