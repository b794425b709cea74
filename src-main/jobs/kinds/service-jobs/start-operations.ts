import {
  operations,
  type OperationName,
  type PathParameters,
  type RequestBody,
} from '../../../../src-shared/api/operations.ts';
import type { ServiceJob } from '../../../../src-shared/contract/activity.ts';
import { messageOperations, toolOperations } from '../../../../src-shared/contract/operation.ts';

export type ServiceJobKind = ServiceJob['kind'];

/** The operations that start a job of each kind (specification §4.3 to §4.5). */
const startOperations = {
  tool: toolOperations,
  export: ['exportProject'],
  interchange: ['createInterchange'],
  remix: ['remixProject'],
  message: messageOperations,
} as const satisfies Record<ServiceJobKind, readonly OperationName[]>;

export type StartOperation = (typeof startOperations)[ServiceJobKind][number];

/** A request to the service, with the parameters of one start operation. */
export interface JobOrder<Name extends StartOperation> {
  readonly operation: Name;
  readonly path: PathParameters<Name>;
  readonly body: RequestBody<Name>;
  /** Title in the activity list. */
  readonly title: string;
  /** The project it belongs to, if any. */
  readonly projectId: string | null;
}

const kindOfOperation = new Map<string, ServiceJobKind>(
  Object.entries(startOperations).flatMap(([kind, names]) =>
    names.map((name): [string, ServiceJobKind] => [name, kind as ServiceJobKind]),
  ),
);

/** The kind of job that an operation starts. */
export function kindOf(operation: StartOperation): ServiceJobKind {
  return kindOfOperation.get(operation) ?? 'tool';
}

/**
 * True for the name of an operation that starts a job. The journal of another app version may contain unknown names.
 */
export function isStartOperation(name: string): name is StartOperation {
  return kindOfOperation.has(name);
}

/** Returns the service's type of a tool: the last part of its path in capitals (contract supplement §4.1). */
function toolTypeOf(operation: string): string {
  const path = isStartOperation(operation) ? operations[operation].path : '';
  return path
    .slice(path.lastIndexOf('/') + 1)
    .toUpperCase()
    .replaceAll('-', '_');
}

const toolTypes = new Set(startOperations.tool.map(toolTypeOf));

/** True unless the tool type belongs to another start operation; the service may name some types in its own way. */
export function mayBeToolType(toolType: string, operation: string): boolean {
  return toolType === toolTypeOf(operation) || !toolTypes.has(toolType);
}
