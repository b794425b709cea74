import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import sharp from 'sharp';
import { avatarTasks } from '../avatars/avatar-tasks.ts';
import { clipTasks } from '../clips/clip-tasks.ts';
import { documentTasks } from '../documents/document-tasks.ts';
import { engineTasks } from '../engine/engine-tasks.ts';
import { imageTasks } from '../images/image-tasks.ts';
import { mediaTasks } from '../media/media-tasks.ts';
import { recordingTasks } from '../recordings/recording-tasks.ts';
import { remixTasks } from '../remix/remix-tasks.ts';
import { renderTasks } from '../render/render-tasks.ts';
import { soundTasks } from '../sounds/sound-tasks.ts';
import { createSpeechTasks } from '../speech/speech-tasks.ts';

/** Sets up the thread's libraries and joins the tasks of all makers. */
export function createMediaTaskHandlers() {
  Log.setLevel(AV_LOG_QUIET);
  // The pool alone controls parallelism.
  sharp.concurrency(1);
  sharp.cache(false);
  return {
    ...createSpeechTasks(),
    ...mediaTasks,
    ...renderTasks,
    ...clipTasks,
    ...imageTasks,
    ...soundTasks,
    ...documentTasks,
    ...remixTasks,
    ...avatarTasks,
    ...recordingTasks,
    ...engineTasks,
  };
}

/** Handlers of a worker thread, by task. */
export type MediaTaskHandlers = ReturnType<typeof createMediaTaskHandlers>;
