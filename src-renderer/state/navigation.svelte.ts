/** The screens there are. */
export type ScreenName = 'generate' | 'projects' | 'returns' | 'activity' | 'connections' | 'settings';

/** Where the user is. */
export interface Place {
  readonly screen: ScreenName;
  readonly projectId: string | null;
}

/** The part of the browser that keeps the place over reloads and knows the way back. */
export interface AddressBar {
  hash(): string;
  push(hash: string): void;
  replace(hash: string): void;
  /** Returns the function that ends it. */
  onChange(listener: () => void): () => void;
}

const screens: readonly ScreenName[] = [
  'generate',
  'projects',
  'returns',
  'activity',
  'connections',
  'settings',
];

/** The place an address names; where it names none, Generate. */
export function placeOf(hash: string): Place {
  const [name, projectId] = hash.replace(/^#\/?/, '').split('/');
  const screen = screens.find((each) => each === name) ?? 'generate';
  return { screen, projectId: screen === 'projects' && projectId ? decoded(projectId) : null };
}

/** Null for what no page wrote, such as an address cut off in the middle of a character. */
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

/** The parts of an opened project. */
export const projectTabs = ['scenes', 'remix', 'export', 'deliveries'] as const;
export type ProjectTab = (typeof projectTabs)[number];

/** Which screen is shown and which project is selected. */
export class Navigation {
  readonly #address: AddressBar;
  #lastProjectId: string | null = null;

  place = $state.raw<Place>({ screen: 'generate', projectId: null });
  /** The project requested from another screen, until it is shown. */
  askedFor = $state<string | null>(null);
  /** Whether the selected project came from the address, and is not in sight yet. */
  isAddressed = $state(false);
  /** Whether the selected project has the whole screen and the list rests. */
  isWorkspaceOpen = $state(false);
  /** The part shown of whichever project is opened. */
  projectTab = $state<ProjectTab>('scenes');
  /** The project whose jobs can be seen at present. */
  projectInSight = $state<string | null>(null);
  /** The return whose update is looked at, and told about, in its dialog. */
  updateInSight = $state<string | null>(null);

  constructor(deps: { address: AddressBar }) {
    this.#address = deps.address;
    this.place = placeOf(deps.address.hash());
    this.#lastProjectId = this.place.projectId;
    this.isAddressed = this.#lastProjectId !== null;
  }

  /** Follows the browser's back and forward. Returns the function that ends it. */
  start(): () => void {
    return this.#address.onChange(() => {
      this.place = placeOf(this.#address.hash());
      const { projectId } = this.place;
      this.isAddressed = projectId !== null && projectId !== this.#lastProjectId;
      this.#lastProjectId = projectId ?? this.#lastProjectId;
    });
  }

  /** Shows a screen. Projects keeps its selection and shows the list. */
  go(screen: ScreenName): void {
    this.isWorkspaceOpen = false;
    const projectId = screen === 'projects' ? this.#lastProjectId : null;
    this.place = { screen, projectId };
    this.#address.push(hashOf(this.place));
  }

  openProject(projectId: string): void {
    this.#lastProjectId = projectId;
    this.askedFor = projectId;
    this.go('projects');
  }

  /** Shows Projects without a selection: the selected project belongs to another service. */
  forgetProject(): void {
    if (this.place.screen === 'projects') this.selectProject(null);
    else this.#lastProjectId = null;
  }

  /** Selects a project without a step in the history: arrow keys pass over many. */
  selectProject(projectId: string | null): void {
    this.#lastProjectId = projectId;
    this.place = { screen: 'projects', projectId };
    this.#address.replace(hashOf(this.place));
  }
}
