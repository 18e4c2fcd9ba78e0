/** What of the list of chats stands in the address. */
export interface ChatsSearch {
  readonly show?: 'archived';
  /** The agent that a new chat is begun with. */
  readonly agent?: string;
}

export const chatsSearch = ({ show, agent }: Record<string, unknown>): ChatsSearch => ({
  ...(show === 'archived' && { show }),
  ...(typeof agent === 'string' && agent !== '' && { agent }),
});
