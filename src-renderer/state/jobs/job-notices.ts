import type { Delivery } from '../../../src-shared/contract/delivery.ts';
import type { Generation } from '../../../src-shared/contract/generation.ts';
import type { Messages } from '../../../src-shared/i18n/messages.ts';
import { presentError } from '../../../src-shared/i18n/present-error.ts';
import { activityKeyOf } from '../activity/activity-item.ts';
import { showActivity } from '../activity/show-activity.ts';
import type { ChangeListener } from '../foundation/record-mirror.svelte.ts';
import type { Navigation } from '../window/navigation.svelte.ts';
import type { Toasts } from '../window/toasts.svelte.ts';

/** Shows notices of jobs that ended where the user does not see it. */
export interface JobNotices {
  readonly onGeneration: ChangeListener<Generation>;
  readonly onDelivery: ChangeListener<Delivery>;
}

export interface JobNoticesDeps {
  readonly navigation: Pick<Navigation, 'isTrayOpen' | 'trayRow' | 'projectInSight'>;
  readonly toasts: Toasts;
  readonly messages: Messages;
  /** True if an edit will be updated with a delivery: the update then reports the outcome. */
  readonly isAwaited: (deliveryId: string) => boolean;
  /** Shows a project of a connection, which becomes the active one. */
  readonly openProject: (connectionId: string, projectId: string) => void;
}

export function createJobNotices(deps: JobNoticesDeps): JobNotices {
  const { navigation, toasts, messages, isAwaited, openProject } = deps;
  const { text } = messages;
  const opening = (key: 'generations.open' | 'delivery.open', connectionId: string, projectId: string) => ({
    label: () => text(key),
    run: (): void => {
      openProject(connectionId, projectId);
    },
  });

  return {
    onGeneration(now, before) {
      const isSeen = navigation.isTrayOpen;
      if (isSeen || before === undefined || now.state === before.state) return;
      const { connectionId, generationId: jobId, projectId, title } = now;
      if (now.state === 'failed')
        toasts.show({
          kind: 'bad',
          text: () => failureOf(now, messages),
          jobId,
          action: showActivity(
            navigation,
            text,
            activityKeyOf({ kind: 'generation', connectionId, record: now }),
          ),
        });
      if (now.state !== 'succeeded' || projectId === null) return;
      toasts.show({
        text: text('generations.ready', { title }),
        jobId,
        action: opening('generations.open', connectionId, projectId),
      });
    },
    onDelivery(now, before) {
      const isSeen = navigation.projectInSight === now.projectId;
      if (isSeen || isAwaited(now.deliveryId) || before === undefined || now.state === before.state) return;
      const action = opening('delivery.open', now.connectionId, now.projectId);
      if (now.state === 'failed') {
        toasts.show({
          kind: 'bad',
          text: () => text('delivery.failed', { title: now.projectTitle }),
          action,
        });
      }
      if (now.state === 'done') {
        toasts.show({ text: text('delivery.ready', { folder: now.folderName ?? now.projectTitle }), action });
      }
    },
  };
}

/** Tells that a generation failed, why, and what to do. */
function failureOf({ title, error }: Generation, messages: Messages): string {
  const failed = messages.text('generations.failed', { title });
  if (error === null) return failed;
  return messages.text('error.short', { title: failed, fix: presentError(error, messages).short });
}
