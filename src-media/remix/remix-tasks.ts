import { cutSound } from './cut-sound.ts';
import { findFocus } from './find-focus.ts';
import { listenForPauses } from './listen-for-pauses.ts';

/** Tasks on the scenes of a project. */
export const remixTasks = {
  remixListenForPauses: listenForPauses,
  remixCutSound: cutSound,
  remixFindFocus: findFocus,
};
