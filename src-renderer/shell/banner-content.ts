import type { Component } from 'svelte';

/** What can be done about it with one press. */
export interface BannerAction {
  readonly label: string;
  /** Explains the action where its label does not. */
  readonly hint?: string;
  readonly isBusy?: boolean;
  readonly run: () => void;
}

/** A line above the screen about something that blocks work. */
export interface BannerContent {
  /** Identifies the content: equal while the banner says the same. */
  readonly kind: string;
  readonly icon: Component;
  readonly tone: 'caution' | 'bad' | 'busy';
  readonly words: string;
  readonly actions: readonly BannerAction[];
  readonly isDismissible: boolean;
}
