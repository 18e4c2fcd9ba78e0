interface InitiativesSearch {
  /** Whether the dialog for a new one is open. */
  readonly new?: true;
}

export const initiativesSearch = (given: Record<string, unknown>): InitiativesSearch =>
  given.new === true ? { new: true } : {};
