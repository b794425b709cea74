import { type PageAnswer, rawRequest } from './raw-page.ts';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function plain(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '');
}

/** Button of a form, with all fields that the form sends. */
export interface FormButton {
  readonly action: string;
  readonly fields: Record<string, string>;
  readonly label: string;
  /** True if the form has a field for the sign-in code. */
  readonly asksForCode: boolean;
}

/** Returns the buttons of all forms of a page. */
export function buttonsOf(page: string): FormButton[] {
  return [...page.matchAll(/<form method="post" action="([^"]*)">([\s\S]*?)<\/form>/g)].flatMap((form) => {
    const [, action = '', inside = ''] = form;
    const hidden = [...inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\s*\/?>/g)];
    const asksForCode = /<input[^>]* name="code"/.test(inside);
    const shared = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, plain(value)]));
    return [...inside.matchAll(/<button([^>]*)>([\s\S]*?)<\/button>/g)].map(
      ([, attributes = '', label = '']) => {
        const name = /name="([^"]*)"/.exec(attributes)?.[1];
        const value = plain(/value="([^"]*)"/.exec(attributes)?.[1] ?? '');
        const fields = { ...shared, ...(name !== undefined && { [name]: value }) };
        const text = plain(label.replaceAll(/<[^>]*>/g, '')).trim();
        return { action: plain(action), fields, label: text, asksForCode };
      },
    );
  });
}

interface Cookie {
  readonly value: string;
  readonly path: string;
}

/** Browser for signing in: keeps cookies with paths, follows redirects, and sends the origin with forms. */
export class FormBrowser {
  readonly #cookies = new Map<string, Cookie>();
  readonly #origin: string;
  readonly #code: string;
  /** Target of the last redirect that left the service. */
  leftFor: URL | null = null;

  /** @param code the code that the user enters on the sign-in page */
  constructor(origin: string, code: string | null | undefined) {
    this.#origin = origin;
    this.#code = code ?? '';
  }

  #keep(answer: PageAnswer): void {
    for (const line of answer.cookies) {
      const [pair = '', ...attributes] = line.split(/; */);
      const name = pair.slice(0, pair.indexOf('='));
      const path = attributes.find((text) => /^path=/i.test(text))?.slice(5) ?? '/';
      const isOver = attributes.some((text) => /^expires=Thu, 01 Jan 1970/i.test(text));
      if (isOver) this.#cookies.delete(`${name} ${path}`);
      else this.#cookies.set(`${name} ${path}`, { value: pair, path });
    }
  }

  cookieHeader(path: string): string {
    return [...this.#cookies.values()]
      .filter((cookie) => path.startsWith(cookie.path))
      .map((cookie) => cookie.value)
      .join('; ');
  }

  async #send(url: URL, form: Record<string, string> | null): Promise<PageAnswer> {
    const answer = await rawRequest(url, {
      cookie: this.cookieHeader(url.pathname),
      ...(form && { origin: this.#origin, form }),
    });
    this.#keep(answer);
    if (answer.location === null) return answer;
    const target = new URL(answer.location, url);
    if (target.origin === this.#origin) return this.#send(target, null);
    this.leftFor = target;
    return answer;
  }

  /** Follows redirects until a page arrives or the browser has left the service. */
  open(address: string | URL): Promise<PageAnswer> {
    return this.#send(new URL(address, this.#origin), null);
  }

  /** Presses the button whose label contains `label`. */
  press(page: PageAnswer, label: string): Promise<PageAnswer> {
    const button = buttonsOf(page.text).find((each) => each.label.includes(label));
    if (!button) throw new Error(`There is no button ${label} in ${page.text}`);
    const code = button.asksForCode ? { code: this.#code } : {};
    return this.#send(new URL(button.action, this.#origin), { ...button.fields, ...code });
  }
}
