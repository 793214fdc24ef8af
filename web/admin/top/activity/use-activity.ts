import { useEffect, useState } from 'react';
import { type Activity, type ActivityDays, overviewApi } from '#contract/overview.ts';
import { backgroundCall } from '../../../session/console-call.ts';

export function useActivity(
  serviceId: string,
  days: ActivityDays,
): { activity: Activity | undefined; isFailed: boolean; retry: () => void } {
  const [activity, setActivity] = useState<Activity>();
  const [isFailed, setIsFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same once more
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const request = { params: { serviceId }, query: { days, timeZone } };
      const answer = await backgroundCall(overviewApi.activity, request).catch(() => undefined);
      if (!isCurrent) return;
      setIsFailed(answer === undefined);
      if (answer) setActivity(answer);
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [serviceId, days, attempt]);
  return { activity, isFailed, retry: () => setAttempt((before) => before + 1) };
}
