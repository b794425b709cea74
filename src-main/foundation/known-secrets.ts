const replacement = '[redacted]';
/** A shorter one would take ordinary words out of what a service says. */
const shortestLength = 8;
/** More than are in use at a time; the oldest is forgotten. */
const maxKnown = 200;

/** The credentials this app uses or has used since it began. They are kept to be taken out of what others say. */
export class KnownSecrets {
  /** Every spelling, the newest last. */
  readonly #spellings = new Set<string>();

  /** An API key, a token or a code; what is too short to be one is left alone. */
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

  /** The text without any of them. */
  strip(text: string): string {
    let stripped = text;
    for (const spelling of this.#spellings) stripped = stripped.replaceAll(spelling, replacement);
    return stripped;
  }
}
