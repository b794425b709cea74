/** A short notice, with at most one thing to do about it. */
export interface Toast {
  readonly toastId: number;
  readonly kind: 'info' | 'bad';
  readonly text: string;
  readonly action: { readonly label: string; readonly run: () => void } | null;
  /** Called when it is gone without its action. */
  readonly onGone: (() => void) | null;
}

/** Calls back after a time; returns the function that cancels it. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

const plainMs = 6_000;
const withActionMs = 10_000;

/** The number of visible notices. */
const maxShown = 2;

/**
 * Notices at the lower edge, the newest last. Problems stay until dismissed, each shown once: only the newest is
 * visible, with the others behind it.
 */
export class Toasts {
  readonly #schedule: Schedule;
  readonly #timers: Record<number, () => void> = {};
  #nextId = 1;

  #all = $state.raw<readonly Toast[]>([]);
  readonly #problems = $derived(this.#all.filter(({ kind }) => kind === 'bad'));
  /** The visible ones. */
  readonly list = $derived.by(() => {
    const problem = this.#problems.slice(-1);
    const infos = this.#all.filter(({ kind }) => kind === 'info').slice(problem.length - maxShown);
    return [...infos, ...problem].toSorted((a, b) => a.toastId - b.toastId);
  });
  /** Problems behind the visible one, the newest first. */
  readonly behind = $derived(this.#problems.slice(0, -1).toReversed());

  constructor(deps: { schedule: Schedule }) {
    this.#schedule = deps.schedule;
  }

  /** @returns its id. */
  show(toast: Partial<Pick<Toast, 'kind' | 'action' | 'onGone'>> & Pick<Toast, 'text'>): number {
    const shown: Toast = { kind: 'info', action: null, onGone: null, ...toast, toastId: this.#nextId };
    this.#nextId += 1;
    const others = this.#all.filter((each) => each.kind === 'info' || each.text !== shown.text);
    const gone = others.filter(({ kind }) => kind === 'info').slice(0, 1 - maxShown);
    for (const { toastId } of gone) this.hold(toastId);
    this.#all = [...others.filter((each) => !gone.includes(each)), shown];
    this.resume(shown.toastId);
    for (const { onGone } of gone) onGone?.();
    return shown.toastId;
  }

  dismiss(toastId: number): void {
    this.#take(toastId)?.onGone?.();
  }

  /** Runs what the notice offers and takes it away. */
  act(toastId: number): void {
    this.#take(toastId)?.action?.run();
  }

  /** Keeps the notice while it is pointed at or has the focus. */
  hold(toastId: number): void {
    this.#timers[toastId]?.();
    this.#timers[toastId] = () => undefined;
  }

  /** Lets the notice go after its time. */
  resume(toastId: number): void {
    const toast = this.#all.find((each) => each.toastId === toastId);
    if (!toast || toast.kind === 'bad') return;
    this.hold(toastId);
    const delayMs = toast.action ? withActionMs : plainMs;
    this.#timers[toastId] = this.#schedule(() => {
      this.dismiss(toastId);
    }, delayMs);
  }

  #take(toastId: number): Toast | undefined {
    this.hold(toastId);
    const toast = this.#all.find((each) => each.toastId === toastId);
    this.#all = this.#all.filter((each) => each !== toast);
    return toast;
  }
}
