const replacement = '[redacted]';
/** Shorter secrets would remove ordinary words from the texts of a service. */
const shortestLength = 8;
/** More spellings than are in use at a time; beyond it, the oldest is dropped. */
const maxKnown = 200;

/** Credentials that this app has used since it started, kept so that they can be removed from texts of others. */
export class KnownSecrets {
  /** Every spelling, the newest last. */
  readonly #spellings = new Set<string>();

  /** Adds an API key, a token or a code; ignores one that is too short. */
  note(secret: string | null): void {
    if (secret === null || secret.length < shortestLength) return;
    const inJson = JSON.stringify(secret).slice(1, -1);
    for (const spelling of [secret, inJson, encodeURIComponent(secret)]) {
      this.#spellings.delete(spelling);
      this.#spellings.add(spelling);
    }
    for (const oldest of this.#spellings) {
      if (this.#spellings.size <= maxKnown) break;
      this.#spellings.delete(oldest);
    }
  }

  /** Returns the text without any known secret. */
  strip(text: string): string {
    let stripped = text;
    for (const spelling of this.#spellings) stripped = stripped.replaceAll(spelling, replacement);
    return stripped;
  }
}
