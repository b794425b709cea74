import type { CommandName } from '../../../../src-shared/contract/app/command.ts';
import type { Command } from '../../../state/window/commands.svelte.ts';
import type { SceneWork } from './scene-work.svelte.ts';

/** Something that can be done with your cut, by a key, a button and a menu. */
export interface SceneAction {
  readonly name: Extract<CommandName, `scene.${string}`>;
  readonly isEnabled: () => boolean;
  readonly run: () => Promise<void>;
}

/** Undo and redo of your cut, at every tab of a project. */
export function undoActions(work: SceneWork): readonly SceneAction[] {
  return [
    { name: 'scene.undo', isEnabled: () => work.canUndo, run: () => work.undo() },
    { name: 'scene.redo', isEnabled: () => work.canRedo, run: () => work.redo() },
  ];
}

/** What can be done with the selected scenes, in groups. */
export function sceneActions(work: SceneWork): readonly (readonly SceneAction[])[] {
  const isSome = (): boolean => work.selected.length > 0;
  return [
    [
      { name: 'scene.moveBack', isEnabled: isSome, run: () => work.step(-1) },
      { name: 'scene.moveOn', isEnabled: isSome, run: () => work.step(1) },
    ],
    [
      { name: 'scene.split', isEnabled: () => work.canSplit, run: () => work.split() },
      { name: 'scene.join', isEnabled: () => work.canJoin, run: () => work.join() },
      { name: 'scene.duplicate', isEnabled: isSome, run: () => work.duplicate() },
    ],
    [{ name: 'scene.remove', isEnabled: () => work.canRemove, run: () => work.remove() }],
  ];
}

/** Returns the commands of actions. Keys without Ctrl or ⌘ work in the list, the filmstrip and the player. */
export function commandsOf(actions: readonly SceneAction[]): readonly Command[] {
  const inScenes = new Set<CommandName>(['scene.moveBack', 'scene.moveOn', 'scene.remove']);
  const isInScenes = (): boolean => document.activeElement?.closest('[data-scenes], .player') !== null;
  return actions.map(({ name, isEnabled, run }) => ({
    name,
    isEnabled: () => isEnabled() && (!inScenes.has(name) || isInScenes()),
    run: () => void run(),
  }));
}
