import type { TaskControl } from '../task-options.ts';
import { composeMusic } from './compose-music.ts';
import { generateEffect } from './generate-effect.ts';
import { joinRecordings } from './join-recordings.ts';
import type { MusicRequest } from './sound-tools.ts';

/** Tasks that make sounds. */
export const soundTasks = {
  soundEffect: generateEffect,
  soundMusic: ({ prompt, ...request }: MusicRequest, control: TaskControl) =>
    composeMusic(prompt, request, control),
  soundJoin: joinRecordings,
};
