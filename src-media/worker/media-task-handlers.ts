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

/** Joins the tasks of all makers. */
export function createMediaTaskHandlers() {
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
