import { createContext } from 'svelte';
/** Names of the screens. */
export type ScreenName =
  'generate' | 'projects' | 'library' | 'returns' | 'connections' | 'settings' | 'developer';

/** The user's location. */
export interface Place {
  readonly screen: ScreenName;
  readonly projectId: string | null;
}

/** Part of the browser that keeps the place across reloads and in the history. */
export interface AddressBar {
  hash(): string;
  push(hash: string): void;
  replace(hash: string): void;
  /** Returns the function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

const screens: readonly ScreenName[] = [
  'generate',
  'projects',
  'library',
  'returns',
  'connections',
  'settings',
  'developer',
];

/** Returns the place for an address; Generate if the address names none. */
export function placeOf(hash: string): Place {
  const [name, projectId] = hash.replace(/^#\/?/, '').split('/');
  const screen = screens.find((each) => each === name) ?? 'generate';
  return { screen, projectId: screen === 'projects' && projectId ? decoded(projectId) : null };
}

/** Returns null for a malformed address, such as one cut off in the middle of a character. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function hashOf(place: Place): string {
  return place.projectId === null ? `#/${place.screen}` : `#/projects/${encodeURIComponent(place.projectId)}`;
}

/** The tabs of an opened project; only one whose chat is known has the last. */
export const projectTabs = ['scenes', 'remix', 'deliver', 'chat'] as const;
export type ProjectTab = (typeof projectTabs)[number];

/** The shown screen and the selected project. */
export class Navigation {
  readonly #address: AddressBar;
  #lastProjectId: string | null = null;

  place = $state.raw<Place>({ screen: 'generate', projectId: null });
  /** Number of times that a screen was entered. */
  entered = $state(0);
  /** The project requested from another screen, until it is shown. */
  askedFor = $state<string | null>(null);
  /** True if the selected project came from the address and is not visible yet. */
  isAddressed = $state(false);
  /** True while the tray of jobs and transfers is open over the screen. */
  isTrayOpen = $state(false);
  /** Key of the row that the tray selects when it opens; null for the one that matters most. */
  trayRow: string | null = null;
  /** True if the selected project fills the screen in place of the list. */
  isWorkspaceOpen = $state(false);
  /** The tab shown for any opened project. */
  projectTab = $state<ProjectTab>('scenes');
  /** Project whose jobs are currently visible. */
  projectInSight = $state<string | null>(null);
  /** True while Generate shows a chat with the assistant. */
  isChatInSight = $state(false);
  /** Return whose update dialog is open; the dialog reports the outcome. */
  updateInSight = $state<string | null>(null);

  constructor(deps: { address: AddressBar }) {
    this.#address = deps.address;
    this.place = placeOf(deps.address.hash());
    this.#lastProjectId = this.place.projectId;
    this.isAddressed = this.#lastProjectId !== null;
    this.isTrayOpen = /^#\/?activity$/.test(deps.address.hash());
  }

  /** Follows the browser's back and forward buttons. Returns the function that unsubscribes. */
  start(): () => void {
    return this.#address.onChange(() => {
      this.place = placeOf(this.#address.hash());
      const { projectId } = this.place;
      this.isAddressed = projectId !== null && projectId !== this.#lastProjectId;
      this.#lastProjectId = projectId ?? this.#lastProjectId;
    });
  }

  /** Shows a screen and moves the focus into it, also if it is shown already. */
  enter(screen: ScreenName): void {
    this.go(screen === 'settings' ? 'connections' : screen);
    this.entered += 1;
  }

  /** Shows a screen, without the tray over it. Projects keeps its selection and shows the list. */
  go(screen: ScreenName): void {
    this.isTrayOpen = false;
    this.isWorkspaceOpen = false;
    const projectId = screen === 'projects' ? this.#lastProjectId : null;
    this.place = { screen, projectId };
    this.#address.push(hashOf(this.place));
  }

  /** Opens the tray, or closes it. */
  toggleTray(): void {
    this.isTrayOpen = !this.isTrayOpen;
  }

  openProject(projectId: string): void {
    this.#lastProjectId = projectId;
    this.askedFor = projectId;
    this.go('projects');
  }

  /** Shows Projects without a selection, because the selected project belongs to another service. */
  forgetProject(): void {
    if (this.place.screen === 'projects') this.selectProject(null);
    else this.#lastProjectId = null;
  }

  /** Selects a project without a history entry, because arrow keys pass over many. */
  selectProject(projectId: string | null): void {
    this.#lastProjectId = projectId;
    this.place = { screen: 'projects', projectId };
    this.#address.replace(hashOf(this.place));
  }
}

export const [getNavigation, setNavigation] = createContext<Navigation>();
