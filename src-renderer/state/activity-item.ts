import {
  activityIdOf,
  type ActivityItem,
  type ActivityStatus,
  activityStatusOf,
} from '../../src-shared/contract/activity.ts';

/** The key of a row, unique among all rows. */
export function activityKeyOf(item: ActivityItem): string {
  return `${item.kind}:${activityIdOf(item)}`;
}

/** What a row counts as. */
export function statusOfItem({ record }: ActivityItem): ActivityStatus {
  return activityStatusOf(record.state);
}

/** What a retry of a row starts: a transfer begins again with what it belongs to. */
export function restartOf(item: ActivityItem): Pick<ActivityItem, 'kind'> & { readonly id: string } {
  const owner = item.kind === 'transfer' ? item.record.owner : null;
  return owner ?? { kind: item.kind, id: activityIdOf(item) };
}

/** Of rows whose retries start the same, the first. */
export function oncePerRestart(items: readonly ActivityItem[]): readonly ActivityItem[] {
  const groups = Map.groupBy(items, (item) => `${restartOf(item).kind}:${restartOf(item).id}`);
  return [...groups.values()].flatMap(([first]) => first ?? []);
}

/** What a row is called. */
export function activityTitleOf(item: ActivityItem): string {
  if (item.kind === 'transfer') return item.record.displayName;
  return item.kind === 'delivery' ? item.record.projectTitle : item.record.title;
}

/** Rows of which those that changed are as they are now. */
export function withChanged(
  items: readonly ActivityItem[],
  changed: readonly ActivityItem[],
): readonly ActivityItem[] {
  const byKey = new Map(changed.map((item) => [activityKeyOf(item), item]));
  return items.map((item) => byKey.get(activityKeyOf(item)) ?? item);
}

/** Rows with others taken out of them that were in, and added that were not. */
export function withToggled(
  items: readonly ActivityItem[],
  toggled: readonly ActivityItem[],
): readonly ActivityItem[] {
  const [before, changing] = [new Set(items.map(activityKeyOf)), new Set(toggled.map(activityKeyOf))];
  const kept = items.filter((item) => !changing.has(activityKeyOf(item)));
  return [...kept, ...toggled.filter((item) => !before.has(activityKeyOf(item)))];
}

/** Whether a cancel would lose work under way: transferred bytes, or a job the service works on. */
export function isUnderWay(item: ActivityItem): boolean {
  if (statusOfItem(item) !== 'open') return false;
  if (item.kind === 'transfer') return item.record.doneBytes > 0 || item.record.state === 'running';
  return item.record.state !== 'queued';
}
