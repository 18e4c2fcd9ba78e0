/** How an operation is sent, and how its answer is read. */
export interface Row {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the API's own path, with `:name` for each parameter. */
  readonly path: string;
  /** What is given after the parameters of the path. */
  readonly input?: 'query' | 'body' | 'file';
  /** As a list that goes on, as a stream, or as bytes; else as one JSON body, or none. */
  readonly reading?: 'list' | 'feed' | 'stream' | 'bytes';
  /** Whether it is carried out once under an idempotency key. */
  readonly keyed?: boolean;
  /** Whether it must not be sent again once it may have been carried out. */
  readonly once?: boolean;
  /** Whether `wait` of its input holds it. */
  readonly waits?: boolean;
}
