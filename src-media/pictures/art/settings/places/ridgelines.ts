import { mixColors } from '../../../color/color.ts';
import { steps } from '../../geometry.ts';
import { makeRoughNoise } from '../../noise.ts';
import { landBelow, openLine } from '../../shapes.ts';
import { levelY, type Stage } from '../../stage.ts';

const lines = 17;

/** Draws rows of even lines that rise to peaks around the focus, each hiding those behind it. */
export function drawRidgelines(stage: Stage): void {
  const { hand, scheme, box, unit } = stage;
  hand.sky(box, scheme.skyTop, scheme.skyBottom);
  const noise = makeRoughNoise(`${stage.seed} pulse`, 3, 0.6);
  for (const line of steps(lines)) {
    const base = stage.horizon - 0.04 + (1.06 - stage.horizon) * (line / lines);
    const heightAt = (across: number) => {
      const near = Math.exp(-(((across - stage.focusX) / 0.2) ** 2));
      const pulse = Math.abs(noise(across * 15, line * 3.7)) ** 1.2;
      return levelY(
        stage,
        base - 0.34 * near * pulse * (0.6 + 0.4 * Math.sin(line)) - 0.004 * noise(across * 30, line),
      );
    };
    const ground = mixColors(scheme.skyBottom, scheme.ground, line / lines);
    hand.area(landBelow(box, heightAt, 5), ground, 'mark');
    const color = mixColors(
      mixColors(scheme.far, scheme.near, line / lines),
      scheme.accent,
      line % 7 === 3 ? 1 : 0,
    );
    const points = steps(Math.ceil(box.width / 5) + 2).map((index) => {
      const x = box.x + index * 5;
      return { x, y: heightAt((x - box.x) / box.width) };
    });
    hand.line(openLine(points), color, 0.3 * unit);
  }
}
