/** The entries as they stand on the page. */
const entriesOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[data-item]') ?? []),
];

/** The entry that has the focus, itself or something in it. */
export const current = (list: HTMLElement | null): HTMLElement | undefined =>
  entriesOf(list).find((entry) => entry.contains(document.activeElement));

/** Goes on by one from the entry that has the focus. */
export function step(list: HTMLElement | null, by: 1 | -1): void {
  const entries = entriesOf(list);
  const at = entries.findIndex((entry) => entry.contains(document.activeElement));
  focus(entries[at < 0 ? 0 : Math.min(entries.length - 1, Math.max(0, at + by))]);
}

/** Where the entry at this place has gone, the next one takes its place, and the focus. */
export function stay(list: HTMLElement | null, place: number): void {
  const entries = entriesOf(list);
  focus(entries[Math.min(entries.length - 1, place)]);
}

export const placeOf = (list: HTMLElement | null, entry: Node): number =>
  entriesOf(list).findIndex((each) => each.contains(entry));

function focus(entry: HTMLElement | undefined): void {
  entry?.focus({ preventScroll: true });
  entry?.scrollIntoView({ block: 'nearest' });
}
