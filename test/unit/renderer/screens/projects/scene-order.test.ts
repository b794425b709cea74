import { expect, test } from 'vitest';
import {
  movedBeside,
  movesTo,
  steppedOrder,
  successorOf,
} from '../../../../../src-renderer/screens/projects/scenes/scene-order.ts';

const order = ['1', '2', '3', '4', '5'];

test('a step moves the selected scenes by one place, together', () => {
  expect(steppedOrder(order, new Set(['2', '3']), 1)).toEqual(['1', '4', '2', '3', '5']);
  expect(steppedOrder(order, new Set(['2', '4']), -1)).toEqual(['2', '4', '1', '3', '5']);
});

test('a step beyond an end of the cut changes nothing', () => {
  expect(steppedOrder(order, new Set(['4', '5']), 1)).toEqual(order);
  expect(steppedOrder(order, new Set(['1', '3']), -1)).toEqual(order);
  expect(movesTo(order, order, new Set(['1']))).toEqual([]);
});

test('scenes dropped beside another keep their order', () => {
  const selected = new Set(['1', '4']);
  const wanted = movedBeside(order, selected, '2', 'after');
  expect(wanted).toEqual(['2', '1', '4', '3', '5']);
  expect(movesTo(order, wanted, selected)).toEqual([
    { kind: 'move', sceneId: '1', afterSceneId: '2' },
    { kind: 'move', sceneId: '4', afterSceneId: '1' },
  ]);
});

test('after a removal the next scene is selected, at the end the last one', () => {
  expect(successorOf(order, new Set(['2', '3']))).toBe('4');
  expect(successorOf(order, new Set(['5']))).toBe('4');
  expect(successorOf(['1'], new Set(['1']))).toBeNull();
});
