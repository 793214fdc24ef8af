/** Asks for answers to a question that keeps changing. */
export interface LatestAnswer<Question> {
  /** Puts a newer question in place of one that nobody has asked yet. */
  readonly ask: (question: Question) => void;
  /** Nothing is asked or answered any more. */
  readonly stop: () => void;
}

interface Options<Question, Answer> {
  readonly request: (question: Question) => Promise<Answer>;
  readonly onAnswer: (answer: Answer) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * One request at a time: whatever is asked meanwhile waits, and only the last of it is asked next.
 * Answers therefore come in the order of their questions.
 */
export function latestAnswer<Question, Answer>(options: Options<Question, Answer>): LatestAnswer<Question> {
  let waiting: { readonly question: Question } | undefined;
  let isAsking = false;
  let isStopped = false;

  async function work(): Promise<void> {
    isAsking = true;
    while (waiting && !isStopped) {
      const { question } = waiting;
      waiting = undefined;
      try {
        const answer = await options.request(question);
        if (!isStopped) options.onAnswer(answer);
      } catch (error) {
        if (!isStopped) options.onFailure(error);
      }
    }
    isAsking = false;
  }

  return {
    ask: (question) => {
      waiting = { question };
      if (!isAsking) void work();
    },
    stop: () => {
      isStopped = true;
    },
  };
}
