import { mixColors } from '../../../color/color.ts';
import { steps } from '../../geometry.ts';
import { makeRoughNoise } from '../../noise.ts';
import { joined, rectangle } from '../../shapes.ts';
import { levelY, type Stage } from '../../stage.ts';

/** Draws a sound wave as in an editor: upright bars around a middle line, loudest at the focus. */
export function drawWaveform(stage: Stage): void {
  const { hand, scheme, box, unit } = stage;
  hand.sky(box, scheme.skyTop, scheme.skyBottom);
  const noise = makeRoughNoise(`${stage.seed} sound`, 3, 0.7);
  const pitch = 2.5 * unit;
  const middle = levelY(stage, 0.62);
  const count = Math.ceil(box.width / pitch);
  const bars = steps(count).map((index) => {
    const across = (index + 0.5) / count;
    const swell = 0.14 + 0.86 * Math.exp(-(((across - stage.focusX) / 0.26) ** 2));
    const half = Math.max(
      0.5 * unit,
      box.height * 0.33 * swell * (0.2 + 0.8 * Math.abs(noise(index * 0.37, 4)) * 1.5),
    );
    return {
      across,
      bar: {
        x: box.x + index * pitch + pitch * 0.22,
        y: middle - half,
        width: pitch * 0.56,
        height: half * 2,
      },
    };
  });
  const pick = (isNear: boolean) =>
    joined(
      bars
        .filter(({ across }) => Math.abs(across - stage.focusX) < 0.13 === isNear)
        .map(({ bar }) => rectangle(bar, pitch * 0.28)),
    );
  hand.area(pick(false), mixColors(scheme.far, scheme.near, 0.35), 'mark');
  hand.area(pick(true), scheme.accent, 'mark');
}
