import type { Component } from 'svelte';

/** What can be done about it with one press. */
export interface BannerAction {
  readonly label: string;
  /** What pressing it means, where its words do not tell. */
  readonly hint?: string;
  readonly isBusy?: boolean;
  readonly run: () => void;
}

/** A line above the screen, about something that keeps work waiting. */
export interface BannerContent {
  /** The same for as long as it tells the same. */
  readonly kind: string;
  readonly icon: Component;
  readonly tone: 'caution' | 'bad' | 'busy';
  readonly words: string;
  readonly actions: readonly BannerAction[];
  readonly isDismissible: boolean;
}
