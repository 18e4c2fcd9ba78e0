import type { TandemError } from './errors.ts';

/** How a request is sent. */
export interface Options {
  /** Ends the request, its retries and its wait; it rejects with the signal's reason then. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Names the request: sent again under the same key it is carried out once. Made by the client unless given; give one to
   * be safe over a restart of your program as well.
   */
  readonly idempotencyKey?: string | undefined;
  /** An ETag: refused with `PRECONDITION_FAILED` unless what the path names is as it says. */
  readonly ifMatch?: string | undefined;
  /** An ETag: rejects with `NOT_MODIFIED` where what is read is as it says. */
  readonly ifNoneMatch?: string | undefined;
  /** The token of the claim of the task that is changed. */
  readonly claim?: string | undefined;
  /** How often it is sent at most; as the client says unless given. 1 never repeats. */
  readonly tries?: number | undefined;
  /** For how many milliseconds a failure that may pass is tried again; as the client says unless given. */
  readonly retryMs?: number | undefined;
  /** For how many milliseconds the service may think, beside what it was asked to wait. */
  readonly timeoutMs?: number | undefined;
  /** Other headers, such as `Prefer` or `Range`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Told before a request is sent again: what was in the way, and for how long it pauses. */
  readonly onRetry?: ((error: TandemError, pauseMs: number) => void) | undefined;
}

/** A body that waits until there is an answer, or the signal fires. */
export type Forever<Body extends { readonly wait?: unknown }> = Omit<Body, 'wait'> & {
  readonly wait: 'forever';
};

/** What was answered, with what came beside the body. */
export interface Answered<Body> {
  readonly data: Body;
  readonly status: number;
  /** Names what was answered, as it is now. */
  readonly etag: string | undefined;
  readonly requestId: string | undefined;
  /** Whether the request had been carried out before under its idempotency key. */
  readonly replayed: boolean;
}

/** As the platform's promises say it. */
// biome-ignore lint/suspicious/noExplicitAny: whoever catches says what it is.
type Caught<Failed> = ((reason: any) => Failed | PromiseLike<Failed>) | null;

/** A request that is under way: a promise of the body of its answer. */
export class Call<Body> implements Promise<Body> {
  readonly #answered: Promise<Answered<Body>>;
  readonly [Symbol.toStringTag] = 'Call';

  constructor(answered: Promise<Answered<Body>>) {
    this.#answered = answered;
  }

  /** The body with status, ETag and the id of the request. */
  withResponse(): Promise<Answered<Body>> {
    return this.#answered;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is awaited as a promise is.
  then<Done = Body, Failed = never>(
    done?: ((body: Body) => Done | PromiseLike<Done>) | null,
    failed?: Caught<Failed>,
  ): Promise<Done | Failed> {
    // Where the body is passed on as it is, `Done` is `Body`.
    const passed = done ?? ((body: Body) => body as unknown as Done);
    return this.#answered.then(({ data }) => passed(data), failed);
  }

  catch<Failed = never>(failed?: Caught<Failed>): Promise<Body | Failed> {
    return this.then(null, failed);
  }

  finally(settled?: (() => void) | null): Promise<Body> {
    return this.then().finally(settled);
  }
}

/** A file to upload: a `File`, a `Blob`, or contents with a name. A stream is sent once and not again. */
export type FileToSend = Blob | NamedContent;

export interface NamedContent {
  readonly name: string;
  /** Its media type; `application/octet-stream` unless given. */
  readonly type?: string | undefined;
  readonly content: Blob | Uint8Array<ArrayBuffer> | ArrayBuffer | string | ReadableStream<Uint8Array>;
}
