/**
 * Number of requests per hour and team for each endpoint group (specification §8.1). Groups that the table does not
 * name have 2,500 for reads and 500 for everything that starts or changes something (contract supplement §7).
 */
export const requestsPerHour = {
  'tools.start': 500,
  'tools.executions.get': 5_000,
  'tools.executions.cancel': 250,
  'tools.executions.list': 2_500,
  'files.read': 50_000,
  'files.hydrate': 2_500,
  'files.upload': 500,
  'files.search': 500,
  'files.change': 500,
  'resources.read': 2_500,
  'webhooks.list': 500,
  'webhooks.create': 10,
  'webhooks.delete': 10,
  'workflows.start': 500,
  'workflows.runs.get': 5_000,
  'workflows.runs.list': 2_500,
  'workflows.runs.cancel': 250,
  'projects.read': 2_500,
  'projects.export': 500,
  'projects.exports.get': 5_000,
  'projects.exports.list': 2_500,
  'projects.exports.cancel': 250,
  'projects.interchange': 500,
  'interchange.get': 2_500,
  'interchange.cancel': 250,
  'projects.remix': 500,
  'projects.remixActions': 5_000,
  'assistants.start': 500,
  'assistants.read': 2_500,
  'text.generate': 500,
  'entities.read': 2_500,
  'entities.change': 500,
  'account.read': 2_500,
} as const;

export type RateGroup = keyof typeof requestsPerHour;
