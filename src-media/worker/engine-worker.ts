import { flushCompileCache } from 'node:module';
import { engineTasks } from '../engine/engine-tasks.ts';
import { serveTasks } from './serve-tasks.ts';

/** Entry of a thread of the engine, which loads much less than a media thread. */
serveTasks(engineTasks);
flushCompileCache();
