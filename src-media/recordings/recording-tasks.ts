import { cutRecording } from './cut-recording.ts';
import { padRecording } from './pad-recording.ts';

/** Tasks on recorded speech. */
export const recordingTasks = {
  cutRecording,
  padRecording,
};
