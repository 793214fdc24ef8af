/** Counters of cacheable requests by source of the response. */
export interface AnswerCounts {
  /** Served from the cache. */
  fromMemory: number;
  /** Shared a response that was being rendered for another request. */
  shared: number;
  /** Rendered for the request. */
  made: number;
  /** Passed to the application, usually because the service or post does not exist. */
  passedOn: number;
}

/** Counters and size of the response cache. */
export interface DeliveryLoad extends Readonly<AnswerCounts> {
  /** Responses evicted for lack of space. */
  readonly dropped: number;
  readonly kept: number;
  readonly bytes: number;
}

/** Response sent without the application. */
export interface FrontAnswer {
  /** Route pattern. */
  readonly route: string;
  readonly method: string;
  readonly statusCode: number;
  readonly durationMs: number;
}

export type AnswerListener = (answer: FrontAnswer) => void;
