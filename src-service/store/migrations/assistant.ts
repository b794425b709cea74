/** Chats and their messages. */
export const assistant = ``;
