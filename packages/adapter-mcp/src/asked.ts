/** An authenticated request of a client. */
export interface Asked {
  /** The JSON object in the body. */
  readonly body: object;
  /** The API key of the request. */
  readonly key: string;
  /** Calls the HTTP API. */
  readonly fetch: typeof fetch;
  /** Sets the operation for the log. */
  named(operation: string): void;
}

export interface McpOptions {
  /** Version of Tandem, shown to clients. */
  readonly version: string;
  /** Called with the error behind a 500. */
  readonly onError?: ((error: Error) => void) | undefined;
}
