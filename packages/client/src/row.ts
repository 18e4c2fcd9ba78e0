/** How an operation is sent, and how its response is read. */
export interface Row {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the API's path, with `:name` for each parameter. */
  readonly path: string;
  /** The input after the path parameters. */
  readonly input?: 'query' | 'body' | 'file';
  /** A list, a feed, a stream or bytes; otherwise a JSON body or none. */
  readonly reading?: 'list' | 'feed' | 'stream' | 'bytes';
  /** Whether an idempotency key makes it run only once. */
  readonly keyed?: boolean;
  /** Whether it must not be sent again once it may have been executed. */
  readonly once?: boolean;
  /** Whether the `wait` of its input holds the request. */
  readonly waits?: boolean;
  /** Parameters that are repeated for each value; others join values by commas. */
  readonly repeats?: readonly string[];
}
