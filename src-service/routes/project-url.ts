import type { ServiceAddress } from '../http/service-address.ts';

/** The deep link of a project. */
export function projectUrlOf(address: ServiceAddress, projectId: string): string {
  return address.urlOf(`/projects/${projectId}`);
}
