/** What of the list of chats stands in the address. */
interface ChatsSearch {
  readonly show?: 'archived' | undefined;
  /** A new chat is begun, beside the list; on a narrow window instead of it. */
  readonly new?: true | undefined;
  /** The agent that it is begun with. */
  readonly agent?: string | undefined;
}

export const chatsSearch = (given: Record<string, unknown>): ChatsSearch => ({
  ...(given.show === 'archived' && { show: given.show }),
  ...(given.new === true && { new: true }),
  ...(typeof given.agent === 'string' && given.agent !== '' && { agent: given.agent, new: true }),
});
