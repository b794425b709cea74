import type { Playback } from '../../components/player/playback.svelte.ts';
import { neighbourCut, type PlayerScene } from '../../components/player/player-scene.ts';
import type { Command } from '../../state/commands.svelte.ts';

export interface PlayerCommandsDeps {
  readonly playback: Playback;
  readonly scenes: () => readonly PlayerScene[];
  /** Focuses the player, so that it keeps the keys when the movie stops. */
  readonly enterPlayer: () => void;
}

/** What the keys of the player do, as in every editor. They come first while a movie plays. */
export function playerCommands({ playback, scenes, enterPlayer }: PlayerCommandsDeps): readonly Command[] {
  const jump = (direction: 1 | -1): void => {
    const cut = neighbourCut(scenes(), playback.frame, direction);
    if (cut !== null) playback.seek(cut);
  };
  const actions = {
    'player.toggle': () => {
      enterPlayer();
      playback.toggle();
    },
    'player.shuttleOn': () => {
      enterPlayer();
      playback.shuttle(1);
    },
    'player.shuttleBack': () => {
      enterPlayer();
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
  const hasPriority = (): boolean => playback.isPlaying;
  return Object.entries(actions).map(([name, run]) => ({
    name: name as keyof typeof actions,
    run,
    hasPriority,
  }));
}
