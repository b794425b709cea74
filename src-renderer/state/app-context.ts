import { createContext } from 'svelte';
import type { AppState } from './app-state.svelte.ts';

/** Provides the state of the app. A component takes from it, by name, the states it uses. */
export const [getApp, setApp] = createContext<AppState>();
