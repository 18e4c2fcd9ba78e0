/** The chat list's state in the address. */
interface ChatsSearch {
  readonly show?: 'archived' | undefined;
  /** The form for a new chat is open next to the list; in a narrow window instead of it. */
  readonly new?: true | undefined;
  /** The agent preselected for a new chat. */
  readonly agent?: string | undefined;
}

export const chatsSearch = (given: Record<string, unknown>): ChatsSearch => ({
  ...(given.show === 'archived' && { show: given.show }),
  ...(given.new === true && { new: true }),
  ...(typeof given.agent === 'string' && given.agent !== '' && { agent: given.agent, new: true }),
});
