import type { WebhookEvent } from '../../../src-shared/api/webhooks.ts';

const ends = ['succeeded', 'failed', 'cancelled'] as const;
/** Names of events after the name of their group, with the part of the keys of their words. */
const ofFiles = {
  'upload.completed': 'uploaded',
  'upload.failed': 'uploadFailed',
  playback_ready: 'playable',
  download_ready: 'downloadable',
  analysis_completed: 'analysed',
  analysis_failed: 'analysisFailed',
} as const;

type Outcome = (typeof ends)[number] | (typeof ofFiles)[keyof typeof ofFiles];

interface Member {
  readonly event: WebhookEvent;
  readonly outcome: Outcome;
}

function endsOf(name: 'workflow_run' | 'project_export' | 'tool_execution' | 'assistant_message') {
  return { name, members: ends.map((outcome): Member => ({ event: `${name}.${outcome}`, outcome })) };
}

const files = Object.entries(ofFiles) as [keyof typeof ofFiles, Outcome][];

/** The events of the service (specification §6), by what they are about. */
export const eventGroups = [
  endsOf('workflow_run'),
  endsOf('project_export'),
  endsOf('tool_execution'),
  endsOf('assistant_message'),
  {
    name: 'file' as const,
    members: files.map(([event, outcome]): Member => ({ event: `file.${event}`, outcome })),
  },
];
