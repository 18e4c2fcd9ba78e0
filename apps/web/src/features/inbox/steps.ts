/** The entries in page order. */
const entriesOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[data-item]') ?? []),
];

/** The entry that has or contains the focus. */
export const current = (list: HTMLElement | null): HTMLElement | undefined =>
  entriesOf(list).find((entry) => entry.contains(document.activeElement));

/** Moves the focus to the next or previous entry. */
export function step(list: HTMLElement | null, by: 1 | -1): void {
  const entries = entriesOf(list);
  const at = entries.findIndex((entry) => entry.contains(document.activeElement));
  focus(entries[at < 0 ? 0 : Math.min(entries.length - 1, Math.max(0, at + by))]);
}

/** After an entry is removed, focuses the one that took its place. */
export function stay(list: HTMLElement | null, position: number): void {
  const entries = entriesOf(list);
  focus(entries[Math.min(entries.length - 1, position)]);
}

export const placeOf = (list: HTMLElement | null, entry: Node): number =>
  entriesOf(list).findIndex((each) => each.contains(entry));

function focus(entry: HTMLElement | undefined): void {
  entry?.focus({ preventScroll: true });
  entry?.scrollIntoView({ block: 'nearest' });
}
