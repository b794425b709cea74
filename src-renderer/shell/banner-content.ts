import type { Component } from 'svelte';

/** An action that resolves a blocker with one press. */
export interface BannerAction {
  readonly label: string;
  readonly isBusy?: boolean;
  readonly run: () => void;
}

/** A line above the screen about something that blocks work. */
export interface BannerContent {
  /** Identifies the content: equal as long as the banner says the same. */
  readonly kind: string;
  readonly icon: Component;
  readonly tone: 'caution' | 'bad' | 'busy';
  readonly words: string;
  readonly actions: readonly BannerAction[];
  readonly isDismissible: boolean;
}
