import type { Playback } from '../../components/player/playback.svelte.ts';
import { neighbourCut, type PlayerScene } from '../../components/player/player-scene.ts';
import type { Command } from '../../state/commands.svelte.ts';

/** What the keys of the player do, as in every editor. */
export function playerCommands(playback: Playback, scenes: () => readonly PlayerScene[]): readonly Command[] {
  const jump = (direction: 1 | -1): void => {
    const cut = neighbourCut(scenes(), playback.frame, direction);
    if (cut !== null) playback.seek(cut);
  };
  const actions = {
    'player.toggle': () => {
      playback.toggle();
    },
    'player.shuttleOn': () => {
      playback.shuttle(1);
    },
    'player.shuttleBack': () => {
      playback.shuttle(-1);
    },
    'player.previousFrame': () => {
      playback.step(-1);
    },
    'player.nextFrame': () => {
      playback.step(1);
    },
    'player.secondBack': () => {
      playback.stepSeconds(-1);
    },
    'player.secondOn': () => {
      playback.stepSeconds(1);
    },
    'player.previousScene': () => {
      jump(-1);
    },
    'player.nextScene': () => {
      jump(1);
    },
    'player.toStart': () => {
      playback.seek(0);
    },
    'player.toEnd': () => {
      playback.seek(playback.lastFrame);
    },
  } as const;
  return Object.entries(actions).map(([name, run]) => ({ name: name as keyof typeof actions, run }));
}
