export const chats = {} as const;
