import type { CommandName } from '../../../src-shared/contract/app/command.ts';
import type { Playback } from '../../components/player/playback.svelte.ts';
import { type PlayerLook, steppedZoom } from '../../components/player/player-look.ts';
import { neighbourCut, type PlayerScene } from '../../components/player/player-scene.ts';
import type { Command } from './commands.svelte.ts';

export interface PlayerCommandsDeps {
  readonly playback: Playback;
  readonly scenes: () => readonly PlayerScene[];
  readonly player: () => PlayerPart | undefined;
  readonly look: () => PlayerLook;
  readonly onlook: (change: Partial<PlayerLook>) => void;
  /** True if the player is in its own window. */
  readonly isDetached: () => boolean;
  readonly toggleDetached: () => void;
}

/** Part of the player that the commands use. */
interface PlayerPart {
  /** Focuses the player, so that it still receives the keys when the movie stops. */
  enter(): void;
  toggleFullScreen(): void;
  typeTimecode(): void;
}

/** Actions that change the view, range and size of the movie. */
function viewActions({ playback, player, look, onlook, toggleDetached }: PlayerCommandsDeps) {
  return {
    'player.typeTimecode': () => player()?.typeTimecode(),
    'player.setIn': () => {
      playback.setIn();
    },
    'player.setOut': () => {
      playback.setOut();
    },
    'player.clearInOut': () => {
      playback.clearInOut();
    },
    'player.loop': () => {
      playback.isLooping = !playback.isLooping;
    },
    'player.fullScreen': () => player()?.toggleFullScreen(),
    'player.detach': toggleDetached,
    'player.captions': () => {
      onlook({ hasCaptions: !look().hasCaptions });
    },
    'player.safeAreas': () => {
      onlook({ hasSafeAreas: !look().hasSafeAreas });
    },
    'player.zoomIn': () => {
      onlook({ zoom: steppedZoom(look().zoom, 1) });
    },
    'player.zoomOut': () => {
      onlook({ zoom: steppedZoom(look().zoom, -1) });
    },
    'player.zoomFit': () => {
      onlook({ zoom: 'fit' });
    },
  } as const;
}

/** Returns the player's commands, with the keys common in editors. They have priority while a movie plays. */
export function playerCommands(deps: PlayerCommandsDeps): readonly Command[] {
  const { playback, scenes, player } = deps;
  const jump = (direction: 1 | -1): void => {
    const cut = neighbourCut(scenes(), playback.frame, direction);
    if (cut !== null) playback.seek(cut);
  };
  const actions = {
    'player.toggle': () => {
      player()?.enter();
      playback.toggle();
    },
    'player.shuttleOn': () => {
      player()?.enter();
      playback.shuttle(1);
    },
    'player.shuttleBack': () => {
      player()?.enter();
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
    ...viewActions(deps),
  } as const;
  const hasPriority = (): boolean => playback.isPlaying;
  const checks: Partial<Record<CommandName, () => boolean>> = {
    'player.loop': () => playback.isLooping,
    'player.detach': deps.isDetached,
    'player.captions': () => deps.look().hasCaptions,
    'player.safeAreas': () => deps.look().hasSafeAreas,
  };
  return Object.entries(actions).map(([key, run]) => {
    const name = key as keyof typeof actions;
    const isChecked = checks[name];
    return { name, run, hasPriority, ...(isChecked ? { isChecked } : {}) };
  });
}
