import { setTimeout as pause } from 'node:timers/promises';

const PACE_MS = 50;

/** Delays the response to at least {@link PACE_MS}, so that its timing does not reveal whether an account exists. */
export async function atEvenPace<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const paced = pause(PACE_MS);
  try {
    return await work();
  } finally {
    await paced;
  }
}
