import { createContext } from 'svelte';
import type { Messages } from './messages.ts';

/** Provides the messages to every component below the one that sets them. */
export const [getMessages, setMessages] = createContext<Messages>();
