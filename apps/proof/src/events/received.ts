/** An event as a reader received it. */
export interface ReceivedEvent {
  readonly seq: number;
  readonly type: string;
  /** Its subject. */
  readonly entity: { readonly type: string; readonly id: string };
  /** Its complete text. */
  readonly text: string;
}

/** The events that a reader should receive, according to its key's permissions and its filter. */
export interface Expectation {
  readonly entities: readonly string[];
  /** `null` for all. */
  readonly types: readonly string[] | null;
}

export const isFor = ({ entities, types }: Expectation, { type, entity }: ReceivedEvent): boolean =>
  entities.includes(entity.type) && (types === null || types.includes(type));

/** Parses the JSON of an event. */
export function parseEvent(text: string): ReceivedEvent {
  const { seq, type, entity } = JSON.parse(text);
  return { seq, type, entity: { type: entity.type, id: entity.id }, text };
}
