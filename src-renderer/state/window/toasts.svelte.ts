import { createContext } from 'svelte';
/** A short notice with at most one action. */
export interface Toast {
  readonly toastId: number;
  readonly kind: 'info' | 'bad';
  readonly text: string;
  readonly action: { readonly label: string; readonly run: () => void } | null;
  /** Called when the notice disappears without its action. */
  readonly onGone: (() => void) | null;
}

/** Calls back after a delay; returns the function that cancels it. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

const plainMs = 6_000;
const withActionMs = 10_000;

/** Maximum number of visible notices. */
const maxShown = 2;

/**
 * Notices at the lower edge, the newest last. Problems stay until dismissed and appear once each: only the newest is
 * visible, with the others behind it.
 */
export class Toasts {
  readonly #schedule: Schedule;
  readonly #timers: Record<number, () => void> = {};
  #held: readonly number[] = [];
  #nextId = 1;

  #all = $state.raw<readonly Toast[]>([]);
  readonly #problems = $derived(this.#all.filter(({ kind }) => kind === 'bad'));
  /** Visible notices. */
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

  /** @returns the id of the notice. */
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

  /** Runs the notice's action and removes the notice. */
  act(toastId: number): void {
    this.#take(toastId)?.action?.run();
  }

  /** Keeps the notice while it is hovered or focused. */
  hold(toastId: number): void {
    this.#stop(toastId);
    this.#held = [...this.#held, toastId];
  }

  /** Starts the notice's timeout again. */
  resume(toastId: number): void {
    const toast = this.#all.find((each) => each.toastId === toastId);
    if (!toast || toast.kind === 'bad') return;
    this.#stop(toastId);
    const delayMs = toast.action ? withActionMs : plainMs;
    this.#timers[toastId] = this.#schedule(() => {
      this.dismiss(toastId);
    }, delayMs);
  }

  /**
   * Notices that a new one displaces, the oldest first. Held ones stay; one with an action gives way only to another.
   */
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

export const [getToasts, setToasts] = createContext<Toasts>();
