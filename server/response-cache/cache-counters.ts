export interface CacheCounters {
  fromMemory: number;
  /** Shared a response that was being rendered for another request. */
  shared: number;
  made: number;
  /** Passed to the application, usually because the service or post does not exist. */
  passedOn: number;
}

export interface CacheLoad extends Readonly<CacheCounters> {
  readonly dropped: number;
  readonly kept: number;
  readonly bytes: number;
}

export interface FrontAnswer {
  readonly route: string;
  readonly method: string;
  readonly statusCode: number;
  readonly durationMs: number;
}

export type AnswerListener = (answer: FrontAnswer) => void;
