import type { ProjectRecord } from '../../../../src-shared/api/projects.ts';
import { serverTimeMs } from '../../../api/http/retry-after.ts';
import { pageQuery } from '../../../api/paginate.ts';
import { isWithin, startWindow } from '../../start/start-window.ts';
import type { LostStart } from './lost-start.ts';

const pageLimit = 100;

/**
 * Lists the user's projects created during the start request. The list is by change; a new project counts as changed. A
 * copy of a project made on the web may count as made there too.
 */
export async function listNewProjects({ http, record, clock, signal }: LostStart): Promise<ProjectRecord[]> {
  const query = { ...pageQuery(null, pageLimit), selfOnly: true, includeUiProjects: true };
  const { value, headers } = await http.exchange('listProjects', { query, signal });
  const window = startWindow(record, serverTimeMs(headers), clock);
  return value.projects.filter(({ createdAt }) => isWithin(createdAt, window));
}
