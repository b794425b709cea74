import type { ErrorBody } from '../../src-shared/app-error.ts';
import { errorBodyOf } from '../errors/error-body-of.ts';
import type { ScreenName } from '../state/window/navigation.svelte.ts';

/** A screen, or the tray over it. */
type LoadedName = ScreenName | 'activity';

const loaders = {
  generate: () => import('./generate/GenerateScreen.svelte'),
  projects: () => import('./projects/ProjectsScreen.svelte'),
  library: () => import('./library/LibraryScreen.svelte'),
  returns: () => import('./returns/ReturnsScreen.svelte'),
  activity: () => import('./activity/ActivityTray.svelte'),
  connections: () => import('./connections/ConnectionsScreen.svelte'),
  settings: () => import('./settings/SettingsScreen.svelte'),
  developer: () => import('./developer/DeveloperScreen.svelte'),
} satisfies Record<LoadedName, () => Promise<unknown>>;

type Components = { [Name in LoadedName]?: Awaited<ReturnType<(typeof loaders)[Name]>>['default'] };

/** Loads the code of the screens one by one, so that the first appears soon. */
export class LoadedScreens {
  components = $state.raw<Components>({});
  /** Load errors by screen. */
  errors = $state.raw<Partial<Record<LoadedName, ErrorBody>>>({});

  /** Loads a screen. Never rejects: a failure is stored in `errors`. */
  async load(name: LoadedName): Promise<void> {
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
    for (const name of Object.keys(loaders)) await this.load(name as LoadedName);
  }
}
