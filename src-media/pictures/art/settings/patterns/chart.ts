import { mixColors } from '../../../color/color.ts';
import { steps } from '../../geometry.ts';
import { circle, joined, openCurve, openLine, rectangle } from '../../shapes.ts';
import { levelY, type Stage } from '../../stage.ts';

const bars = 7;

/** Draws bars that climb towards the focus and a curve above them. It suggests growth, without real figures. */
export function drawChart(stage: Stage): void {
  const { hand, scheme, box, unit, random } = stage;
  hand.sky(box, scheme.skyTop, scheme.skyBottom);
  const isWide = box.width > box.height;
  const left = isWide ? (stage.focusX > 0.5 ? 0.4 : 0.07) : 0.1;
  const span = isWide ? 0.53 : 0.8;
  const foot = levelY(stage, 0.86);
  const rules = steps(5).map((index) => {
    const y = foot - (index * 0.135 + 0.0) * box.height;
    return openLine([
      { x: box.x + left * box.width, y },
      { x: box.x + (left + span) * box.width, y },
    ]);
  });
  hand.line(joined(rules), mixColors(scheme.skyBottom, scheme.near, 0.22), 0.14 * unit);
  const pitch = (span * box.width) / bars;
  const tops = steps(bars).map((index) => {
    const share = index / (bars - 1);
    const height = (0.12 + 0.4 * share ** 1.5 + random.between(-0.02, 0.05) * (1 - share)) * box.height;
    return { x: box.x + left * box.width + pitch * (index + 0.5), y: foot - height };
  });
  tops.forEach((top, index) => {
    const bar = { x: top.x - pitch * 0.31, y: top.y, width: pitch * 0.62, height: foot - top.y };
    const color =
      index === bars - 1 ? scheme.accent : mixColors(scheme.far, scheme.near, 0.15 + (0.6 * index) / bars);
    hand.area(rectangle(bar), color, 'thing');
  });
  const curve = tops.map((top) => ({ x: top.x, y: top.y - 7 * unit }));
  hand.line(openCurve(curve), scheme.second, 0.75 * unit);
  curve.forEach((point) => hand.area(circle(point, 1.15 * unit), scheme.second, 'mark'));
  const last = curve[curve.length - 1];
  if (last) hand.area(circle(last, 2 * unit), scheme.accent, 'light');
}
