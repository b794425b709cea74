import type { ErrorBody } from '../../src-shared/app-error.ts';
import { errorBodyOf } from '../errors/error-body-of.ts';
import type { ScreenName } from '../state/window/navigation.svelte.ts';

const loaders = {
  generate: () => import('./generate/GenerateScreen.svelte'),
  projects: () => import('./projects/ProjectsScreen.svelte'),
  returns: () => import('./returns/ReturnsScreen.svelte'),
  activity: () => import('./activity/ActivityScreen.svelte'),
  connections: () => import('./connections/ConnectionsScreen.svelte'),
  settings: () => import('./settings/SettingsScreen.svelte'),
} satisfies Record<ScreenName, () => Promise<unknown>>;

type Components = { [Name in ScreenName]?: Awaited<ReturnType<(typeof loaders)[Name]>>['default'] };

/** Loads the code of the screens one by one, so that the first appears soon. */
export class LoadedScreens {
  components = $state.raw<Components>({});
  /** Load errors by screen. */
  errors = $state.raw<Partial<Record<ScreenName, ErrorBody>>>({});

  /** Loads a screen. Never rejects: a failure is stored in `errors`. */
  async load(name: ScreenName): Promise<void> {
    if (this.components[name]) return;
    try {
      const { default: component } = await loaders[name]();
      this.components = { ...this.components, [name]: component };
    } catch (error) {
      this.errors = { ...this.errors, [name]: errorBodyOf(error) };
    }
  }

  /** Loads the remaining screens, so that switching to them needs no wait. */
  async loadRest(): Promise<void> {
    for (const name of Object.keys(loaders)) await this.load(name as ScreenName);
  }
}
