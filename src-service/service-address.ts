/** Address of the service. It is known once the service listens; links are only made after that. */
export class ServiceAddress {
  #baseUrl: string | null = null;

  set(baseUrl: string): void {
    this.#baseUrl = baseUrl;
  }

  /** Base address without a trailing slash. @throws if the service does not listen yet. */
  get baseUrl(): string {
    if (this.#baseUrl === null) throw new Error('The service does not listen yet.');
    return this.#baseUrl;
  }

  /** Returns the absolute address of a path. */
  urlOf(path: string): string {
    return `${this.baseUrl}${path}`;
  }

  /** Returns the deep link of a project. */
  projectUrlOf(projectId: string): string {
    return this.urlOf(`/projects/${projectId}`);
  }
}
