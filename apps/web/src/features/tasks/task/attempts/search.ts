interface AttemptSearch {
  /** The number of the attempt that is shown beside it. */
  readonly with?: number;
}

export const attemptSearch = ({ with: other }: Record<string, unknown>): AttemptSearch =>
  Number.isInteger(other) && Number(other) > 0 ? { with: Number(other) } : {};
