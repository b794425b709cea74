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
  #held: readonly number[] = [];
  #nextId = 1;

  #all = $state.raw<readonly Toast[]>([]);
  readonly #problems = $derived(this.#all.filter(({ kind }) => kind === 'bad'));
  /** The visible ones. */
  readonly list = $derived.by(() => {
    const problem = this.#problems.slice(-1);
    const infos = this.#all.filter(({ kind }) => kind === 'info');
    const offers = infos.filter(({ action }) => action !== null);
    const room = Math.max(1, maxShown - problem.length - offers.length);
    const plain = infos.filter(({ action }) => action === null).slice(-room);
    return [...offers, ...plain, ...problem].toSorted((a, b) => a.toastId - b.toastId);
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
    const gone = this.#surplusOf(others, shown);
    for (const { toastId } of gone) this.#stop(toastId);
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
    this.#stop(toastId);
    this.#held = [...this.#held, toastId];
  }

  /** Lets the notice go after its time. */
  resume(toastId: number): void {
    const toast = this.#all.find((each) => each.toastId === toastId);
    if (!toast || toast.kind === 'bad') return;
    this.#stop(toastId);
    const delayMs = toast.action ? withActionMs : plainMs;
    this.#timers[toastId] = this.#schedule(() => {
      this.dismiss(toastId);
    }, delayMs);
  }

  /** What gives way to a notice: the oldest; one with something to do about it only to another such, and none that is held. */
  #surplusOf(others: readonly Toast[], shown: Toast): readonly Toast[] {
    const infos = others.filter(({ kind }) => kind === 'info');
    const plain = infos.filter(({ action }) => action === null);
    const offers = shown.action ? infos.filter(({ action }) => action !== null) : [];
    const surplus = Math.max(0, infos.length + 1 - maxShown);
    return [...plain, ...offers].filter(({ toastId }) => !this.#held.includes(toastId)).slice(0, surplus);
  }

  #stop(toastId: number): void {
    this.#timers[toastId]?.();
    this.#timers[toastId] = () => undefined;
    this.#held = this.#held.filter((each) => each !== toastId);
  }

  #take(toastId: number): Toast | undefined {
    this.#stop(toastId);
    const toast = this.#all.find((each) => each.toastId === toastId);
    this.#all = this.#all.filter((each) => each !== toast);
    return toast;
  }
}
