import type { Command } from '../../../state/window/commands.svelte.ts';
import type { SceneWork } from './scene-work.svelte.ts';

/** Undo and redo of your cut, at every tab of a project. */
export function undoCommands(work: SceneWork): readonly Command[] {
  return [
    { name: 'scene.undo', run: () => void work.undo() },
    { name: 'scene.redo', run: () => void work.redo() },
  ];
}

/** Commands for the selected scenes. Keys without a modifier work in the list, the filmstrip and the player. */
export function sceneCommands(work: SceneWork): readonly Command[] {
  const isSome = (): boolean => work.selected.length > 0;
  const isInScenes = (): boolean =>
    isSome() && document.activeElement?.closest('[data-scenes], .player') !== null;
  return [
    { name: 'scene.remove', isEnabled: isInScenes, run: () => void work.remove() },
    { name: 'scene.moveBack', isEnabled: isInScenes, run: () => void work.step(-1) },
    { name: 'scene.moveOn', isEnabled: isInScenes, run: () => void work.step(1) },
    { name: 'scene.duplicate', isEnabled: isSome, run: () => void work.duplicate() },
    { name: 'scene.split', isEnabled: () => work.canSplit, run: () => void work.split() },
    { name: 'scene.join', isEnabled: () => work.canJoin, run: () => void work.join() },
  ];
}
