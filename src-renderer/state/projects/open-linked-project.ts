import type { Opening } from '../../../src-shared/contract/app/opening.ts';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import type { Toasts } from '../window/toasts.svelte.ts';

/** Opens the project of a link. A link alone must not change the service that new work goes to. */
export function openLinkedProject(
  { projectId, connectionId, elsewhere }: Extract<Opening, { kind: 'project' }>,
  deps: {
    readonly toasts: Toasts;
    readonly text: TextOf;
    readonly openProject: (connectionId: string, projectId: string) => void;
  },
): void {
  const { toasts, text } = deps;
  const open = (): void => {
    deps.openProject(connectionId, projectId);
  };
  if (elsewhere === null) open();
  else {
    toasts.show({
      text: text('opening.elsewhere', { address: elsewhere }),
      action: { label: text('opening.switch'), run: open },
    });
  }
}
