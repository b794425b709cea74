import type { JobOrder, StartOperation } from '../../../src-main/jobs/kinds/service-jobs/start-operations.ts';

export type AnyOrder = { [Name in StartOperation]: JobOrder<Name> }[StartOperation];

/** Starts any order; the compiler cannot infer its kind. */
export function beginAny(jobs: { begin(order: JobOrder<'generateImage'>): string }, order: AnyOrder): string {
  return jobs.begin(order as JobOrder<'generateImage'>);
}

const about = { title: 'Harbour lights', projectId: 'proj_1' };
const project = { path: { projectId: 'proj_1' }, ...about };
const chat = { path: { assistantId: 'asst_1' }, ...about };
const remixActions = [{ type: 'ADD_ZOOM' as const }, { type: 'SHUFFLE_STOCK_VISUALS' as const }];

export const picture: JobOrder<'generateImage'> = {
  ...about,
  operation: 'generateImage',
  path: {},
  body: { prompt: 'A harbour.' },
};
export const rendering: AnyOrder = { ...project, operation: 'exportProject', body: {} };
export const remix: AnyOrder = { ...project, operation: 'remixProject', body: { remixActions } };
export const message: AnyOrder = {
  ...chat,
  operation: 'sendAssistantMessage',
  body: { message: 'Make it shorter.' },
};
export const document: AnyOrder = {
  ...project,
  operation: 'createInterchange',
  body: { format: 'OTIO', mediaDelivery: 'BUNDLE' },
};

/** Orders that the service lists, each in its own place. */
export const orders: [string, AnyOrder][] = [
  ['a tool', picture],
  ['an export', rendering],
  ['a remix of two actions', remix],
];
/** Orders that no list of the service shows, each in its own place. */
export const unlistedOrders: [string, AnyOrder][] = [
  [
    'a remix of a copy',
    {
      ...project,
      operation: 'remixProject',
      path: { projectId: 'proj_2' },
      body: { remixActions, saveAsNewProject: true },
    },
  ],
  ['a message', message],
  ['a document', document],
];
