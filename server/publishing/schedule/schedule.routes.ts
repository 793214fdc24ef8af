import { SchedulePagerKey, scheduleApi } from '#contract/schedule.ts';
import type { Database } from '../../database/connect.ts';
import type { Actor } from '../../http/actor.ts';
import { forbidden } from '../../http/errors.ts';
import type { Api } from '../../http/implement.ts';
import { readPager, toPage } from '../../http/pager.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import type { ClockWatch } from './clock-watch.ts';
import { listUpcomingPosts } from './schedule.repository.ts';

export interface ScheduleTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly clockWatch: ClockWatch;
}

export function scheduleRoutes(api: Api, { database, clock, clockWatch }: ScheduleTools): void {
  api.implement(scheduleApi.list, async ({ query, actor }) => {
    const { count, service } = query;
    const posts = await listUpcomingPosts(database.reader, {
      serviceIds: servicesOf(actor, service),
      now: toInstant(clock.now()),
      after: readPager(SchedulePagerKey, query),
      limit: count + 1,
    });
    const page = toPage(posts, count, ({ effectiveAt, postId }) => ({ effectiveAt, postId }));
    return { ...page, clock: await clockWatch.state() };
  });
}

function servicesOf({ serviceIds }: Actor, requestedServiceId: string | undefined): readonly string[] {
  // Forms send an empty string when no service is selected.
  if (!requestedServiceId) return serviceIds;
  if (!serviceIds.includes(requestedServiceId)) throw forbidden();
  return [requestedServiceId];
}
