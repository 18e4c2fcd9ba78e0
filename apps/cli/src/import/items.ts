/** Where an entry of a source stands, for messages. */
export interface Place {
  readonly file: string;
  /** From 1; absent for databases. */
  readonly line?: number | undefined;
}

export interface Person {
  /** Unique in the source: an account id, a login, an address, or else the name. */
  readonly id: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
}

/** A project that a task names; its `id` is unique in the source. */
export interface NamedProject {
  readonly id: string;
  readonly title: string;
}

/** A task as its source has it. Status and priority are the source's words. */
export interface SourceTask {
  readonly type: 'task';
  readonly place: Place;
  readonly id: string;
  /** Other ids by which the source refers to this task. */
  readonly aliases?: readonly string[] | undefined;
  readonly url?: string | undefined;
  readonly title: string;
  readonly description?: string | undefined;
  readonly status?: string | undefined;
  /** The source's own explanation of a status, as a word of `STATUS_WORDS`. */
  readonly statusCategory?: string | undefined;
  readonly priority?: string | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly assignee?: Person | undefined;
  readonly author?: Person | undefined;
  readonly parent?: string | undefined;
  readonly project?: NamedProject | undefined;
  readonly createdAt?: string | undefined;
  readonly completedAt?: string | undefined;
  readonly dueAt?: string | undefined;
  /** Points, or an effort of Tandem. */
  readonly estimate?: string | undefined;
  readonly archived?: boolean | undefined;
}

export interface SourceComment {
  readonly type: 'comment';
  readonly place: Place;
  readonly id: string;
  readonly task: string;
  readonly author?: Person | undefined;
  readonly body: string;
  readonly createdAt?: string | undefined;
}

export interface SourceRelation {
  readonly type: 'relation';
  readonly place: Place;
  readonly kind: 'blocks' | 'related' | 'duplicate_of';
  readonly from: string;
  readonly to: string;
}

/** An entry, or a part of one, that is not imported as it stands. */
export interface SourceNotice {
  readonly type: 'notice';
  readonly place: Place;
  /** Whether the whole entry is left out. */
  readonly skipped: boolean;
  readonly message: string;
}

export type SourceItem = SourceTask | SourceComment | SourceRelation | SourceNotice;

export const skipped = (place: Place, message: string): SourceNotice => ({
  type: 'notice',
  place,
  skipped: true,
  message,
});
export const warning = (place: Place, message: string): SourceNotice => ({
  type: 'notice',
  place,
  skipped: false,
  message,
});

export const placeText = ({ file, line }: Place): string => (line === undefined ? file : `${file}:${line}`);
