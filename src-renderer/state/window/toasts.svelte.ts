import { createContext } from 'svelte';

/** A text, or what words it in the present language, for a notice that may still be there after a change of it. */
type Words = string | (() => string);

/** A short notice with at most one action. */
export interface Toast {
  readonly toastId: number;
  readonly kind: 'info' | 'bad';
  readonly text: string;
  readonly action: { readonly label: string; readonly run: () => void } | null;
  /** Called when the notice disappears without its action. */
  readonly onGone: (() => void) | null;
  /** Id of the job that it tells of, whose next notice replaces it; null for none. */
  readonly jobId: string | null;
  /** Unix time in seconds at which it was shown. */
  readonly shownAt: number;
}

/** A notice to show. */
export interface NewToast extends Partial<Pick<Toast, 'kind' | 'onGone' | 'jobId'>> {
  readonly text: Words;
  readonly action?: { readonly label: Words; readonly run: () => void } | null;
}

const wordedOf = (words: Words): string => (typeof words === 'string' ? words : words());

/** Words the notice each time it is read. */
function toastOf(toastId: number, toast: NewToast): Toast {
  const { kind = 'info', text, action = null, onGone = null, jobId = null } = toast;
  return {
    toastId,
    kind,
    onGone,
    jobId,
    shownAt: Math.floor(Date.now() / 1_000),
    get text() {
      return wordedOf(text);
    },
    action: action && {
      run: action.run,
      get label() {
        return wordedOf(action.label);
      },
    },
  };
}

/** True for a notice of the same job, and for a problem in the same words. */
function isReplacedBy(shown: Toast, { kind, text, jobId }: Toast): boolean {
  return jobId === null ? kind === 'bad' && text === shown.text : jobId === shown.jobId;
}

/** Calls back after a delay; returns the function that cancels it. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

const plainMs = 6_000;
const withActionMs = 10_000;

/** Maximum number of visible notices. */
const maxShown = 2;
const maxPast = 20;

/**
 * Notices at the lower edge, the newest last. Problems stay until they are dismissed, or were there for a while when the
 * user goes to another screen; then they are past ones. Each appears once: only the newest is visible, with the others
 * behind it.
 */
export class Toasts {
  readonly #schedule: Schedule;
  readonly #timers: Record<number, () => void> = {};
  #held: readonly number[] = [];
  /** Problems that were there long enough to be read. */
  #read: readonly number[] = [];
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

  /** Problems that are no longer visible, the newest first. */
  past = $state.raw<readonly Toast[]>([]);

  constructor(deps: { schedule: Schedule }) {
    this.#schedule = deps.schedule;
  }

  /** @returns the id of the notice. */
  show(toast: NewToast): number {
    const shown = toastOf(this.#nextId, toast);
    this.#nextId += 1;
    const others = this.#all.filter((each) => !isReplacedBy(shown, each));
    const gone = this.#surplusOf(others, shown);
    for (const { toastId } of gone) this.#stop(toastId);
    this.#all = [...others.filter((each) => !gone.includes(each)), shown];
    this.resume(shown.toastId);
    for (const { onGone } of gone) onGone?.();
    return shown.toastId;
  }

  /** Call when the user goes to another screen. Problems that were there for a while were read. */
  leaveScreen(): void {
    for (const toastId of this.#read) this.dismiss(toastId);
  }

  dismiss(toastId: number): void {
    const toast = this.#take(toastId);
    toast?.onGone?.();
    if (toast?.kind !== 'bad') return;
    const others = this.past.filter(({ text }) => text !== toast.text);
    this.past = [toast, ...others].slice(0, maxPast);
  }

  /** Forgets a past problem, or all. */
  forgetPast(toastId?: number): void {
    this.past = toastId === undefined ? [] : this.past.filter((toast) => toast.toastId !== toastId);
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
    if (!toast) return;
    this.#stop(toastId);
    if (toast.kind === 'bad') {
      this.#timers[toastId] = this.#schedule(() => {
        this.#read = [...this.#read, toastId];
      }, plainMs);
      return;
    }
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
    this.#read = this.#read.filter((each) => each !== toastId);
  }

  #take(toastId: number): Toast | undefined {
    this.#stop(toastId);
    const toast = this.#all.find((each) => each.toastId === toastId);
    this.#all = this.#all.filter((each) => each !== toast);
    return toast;
  }
}

export const [getToasts, setToasts] = createContext<Toasts>();
