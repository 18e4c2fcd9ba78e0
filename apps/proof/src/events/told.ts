/** An event as a reader was told it. */
export interface Told {
  readonly seq: number;
  readonly type: string;
  /** What it is about. */
  readonly entity: { readonly type: string; readonly id: string };
  /** All of it, as it came. */
  readonly text: string;
}

/** What a reader is to be told of: what its key may see, and what it has asked for. */
export interface Wish {
  readonly entities: readonly string[];
  /** Null for all. */
  readonly types: readonly string[] | null;
}

export const isFor = ({ entities, types }: Wish, { type, entity }: Told): boolean =>
  entities.includes(entity.type) && (types === null || types.includes(type));

/** Reads the JSON of an event. */
export function toldBy(text: string): Told {
  const { seq, type, entity } = JSON.parse(text);
  return { seq, type, entity: { type: entity.type, id: entity.id }, text };
}
