interface InitiativesSearch {
  /** The dialog for a new initiative is open. */
  readonly new?: true;
}

export const initiativesSearch = (given: Record<string, unknown>): InitiativesSearch =>
  given.new === true ? { new: true } : {};
