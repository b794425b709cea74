import { createContext } from 'svelte';
import type { Messages } from './messages.ts';

/** Gives the words of the interface to every component below the one that sets them. */
export const [getMessages, setMessages] = createContext<Messages>();
