/** How requests for what may be kept came to their answers. */
export interface AnswerCounts {
  /** From memory. */
  fromMemory: number;
  /** By what another request had made at the same time. */
  shared: number;
  /** Made for them. */
  made: number;
  /** Left to the application, most often since there is no such service or post. */
  passedOn: number;
}

/** What the delivery has done and what it holds. */
export interface DeliveryLoad extends Readonly<AnswerCounts> {
  /** Answers that had to leave the memory for others. */
  readonly dropped: number;
  readonly kept: number;
  readonly bytes: number;
}

/** An answer that has left in front of the application. */
export interface FrontAnswer {
  /** The pattern of its address. */
  readonly route: string;
  readonly method: string;
  readonly statusCode: number;
  readonly durationMs: number;
}

export type AnswerListener = (answer: FrontAnswer) => void;
