/** Where the service is reached. Known once it listens; links are only made after that. */
export class ServiceAddress {
  #baseUrl: string | null = null;

  set(baseUrl: string): void {
    this.#baseUrl = baseUrl;
  }

  /** Without a slash at the end. @throws when the service does not listen yet. */
  get baseUrl(): string {
    if (this.#baseUrl === null) throw new Error('The service does not listen yet.');
    return this.#baseUrl;
  }

  /** The absolute address of a path of this service. */
  urlOf(path: string): string {
    return `${this.baseUrl}${path}`;
  }

  /** The deep link of a project. */
  projectUrlOf(projectId: string): string {
    return this.urlOf(`/projects/${projectId}`);
  }
}
