import { flushCompileCache } from 'node:module';
import { createMediaTaskHandlers } from './media-task-handlers.ts';
import { serveTasks } from './serve-tasks.ts';

/** Entry of a media thread. */
serveTasks(createMediaTaskHandlers());
// Node writes its compile cache, if there is one, when a program exits; but this process is always killed.
flushCompileCache();
