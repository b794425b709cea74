import { createContext } from 'svelte';
import type { Messages } from '../../src-shared/i18n/messages.ts';

/** Provides the messages to every component below the one that sets them. */
export const [getMessages, setMessages] = createContext<Messages>();
