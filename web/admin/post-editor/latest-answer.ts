export interface LatestAnswer<Question> {
  readonly ask: (question: Question) => void;
  readonly stop: () => void;
}

interface Options<Question, Answer> {
  readonly request: (question: Question) => Promise<Answer>;
  readonly onAnswer: (answer: Answer) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Runs one request at a time and queues only the latest one, so that responses arrive in request order. */
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
