import type { JobOrder, StartOperation } from '../../../src-main/jobs/kinds/service-jobs/start-operations.ts';

export type AnyOrder = { [Name in StartOperation]: JobOrder<Name> }[StartOperation];
const about = { title: 'Harbour lights', projectId: 'proj_1' };
const project = { path: { projectId: 'proj_1' }, ...about };
const chat = { path: { assistantId: 'asst_1' }, ...about };
const remixActions = [{ type: 'ADD_ZOOM' as const }];

/** One order of each kind that the service lists, with the fields by which the app recognizes it. */
export const orders: [string, AnyOrder][] = [
  ['a tool', { ...about, operation: 'generateImage', path: {}, body: { prompt: 'A harbour.' } }],
  ['an export', { ...project, operation: 'exportProject', body: {} }],
  ['a remix', { ...project, operation: 'remixProject', body: { remixActions } }],
  [
    'a remix of a copy',
    {
      ...project,
      operation: 'remixProject',
      path: { projectId: 'proj_2' },
      body: { remixActions, saveAsNewProject: true },
    },
  ],
  ['a message', { ...chat, operation: 'sendAssistantMessage', body: { message: 'Make it shorter.' } }],
  [
    'a decision',
    {
      ...about,
      operation: 'actOnAssistantAction',
      path: { assistantId: 'asst_2', actionId: 'a' },
      body: { action: 'APPROVE' },
    } as AnyOrder,
  ],
  ['a new chat', { ...about, operation: 'startAssistant', path: {}, body: { message: 'A film.' } }],
];

/** The service keeps no list of documents. */
export const document: AnyOrder = {
  ...project,
  operation: 'createInterchange',
  body: { format: 'OTIO', mediaDelivery: 'BUNDLE' },
};
