import { makePresenterClip, makeSpeakingClip } from './clips/make-speaking-clip.ts';

/** Tasks that make clips of avatars. */
export const avatarTasks = {
  avatarSpeakingClip: makeSpeakingClip,
  avatarPresenterClip: makePresenterClip,
};
