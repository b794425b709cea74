import {
  activityIdOf,
  type ActivityItem,
  type ActivityStatus,
  activityStatusOf,
} from '../../../src-shared/contract/activity.ts';

/** Returns the key of a row, unique among all rows. */
export function activityKeyOf(item: ActivityItem): string {
  return `${item.kind}:${activityIdOf(item)}`;
}

/** Returns the status of a row, a group of its states. */
export function statusOfItem({ record }: ActivityItem): ActivityStatus {
  return activityStatusOf(record.state);
}

/** Returns what a retry of a row restarts: for a transfer with an owner, the owner. */
export function restartOf(item: ActivityItem): Pick<ActivityItem, 'kind'> & { readonly id: string } {
  const owner = item.kind === 'transfer' ? item.record.owner : null;
  return owner ?? { kind: item.kind, id: activityIdOf(item) };
}

/** Keeps the first of the rows whose retries restart the same thing. */
export function oncePerRestart(items: readonly ActivityItem[]): readonly ActivityItem[] {
  const groups = Map.groupBy(items, (item) => `${restartOf(item).kind}:${restartOf(item).id}`);
  return [...groups.values()].flatMap(([first]) => first ?? []);
}

/** Returns the title of a row. */
export function activityTitleOf(item: ActivityItem): string {
  if (item.kind === 'transfer') return item.record.displayName;
  return item.kind === 'delivery' ? item.record.projectTitle : item.record.title;
}

/** True for two jobs of one project. */
export function isOfSameProject(item: ActivityItem, other: ActivityItem | undefined): boolean {
  const projectId = projectIdOf(item);
  return projectId !== null && other !== undefined && projectId === projectIdOf(other);
}

function projectIdOf({ kind, record }: ActivityItem): string | null {
  return kind === 'transfer' ? null : record.projectId;
}

/** Returns the rows with changed ones replaced by their newest state. */
export function withChanged(
  items: readonly ActivityItem[],
  changed: readonly ActivityItem[],
): readonly ActivityItem[] {
  const byKey = new Map(changed.map((item) => [activityKeyOf(item), item]));
  return items.map((item) => byKey.get(activityKeyOf(item)) ?? item);
}

/** Returns the rows with each toggled row removed if present, else added. */
export function withToggled(
  items: readonly ActivityItem[],
  toggled: readonly ActivityItem[],
): readonly ActivityItem[] {
  const before = new Set(items.map(activityKeyOf));
  const changing = new Set(toggled.map(activityKeyOf));
  const kept = items.filter((item) => !changing.has(activityKeyOf(item)));
  return [...kept, ...toggled.filter((item) => !before.has(activityKeyOf(item)))];
}
