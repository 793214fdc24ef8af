import { z } from 'zod';
import { endpointsOf } from './endpoint.ts';
import { count, page, pagerQuery } from './paging.ts';
import { Id, Instant, text } from './text.ts';

export const ScheduledPost = z
  .object({
    serviceId: z.string(),
    postId: z.string(),
    slug: z.string(),
    title: z.string(),
    /** Publish time as entered by the editor. */
    publishAt: Instant,
    /** Time when readers see the post. */
    effectiveAt: Instant,
  })
  .meta({ id: 'ScheduledPost' });
export type ScheduledPost = z.infer<typeof ScheduledPost>;

/** State of the clock that records posts going live. Readers see posts on time regardless of it. */
export const ClockState = z
  .object({
    /** `null` before the first tick of an installation. */
    lastTickAt: Instant.nullable(),
    nextTickAt: Instant,
    isLate: z.boolean(),
    /** Due time of the oldest overdue task; present only while the clock is late. */
    lateSince: Instant.optional(),
  })
  .meta({ id: 'ClockState' });
export type ClockState = z.infer<typeof ClockState>;

export const SchedulePagerKey = z.object({ effectiveAt: Instant, postId: Id });
export type SchedulePagerKey = z.infer<typeof SchedulePagerKey>;

const endpoint = endpointsOf({ tag: 'schedule', access: { level: 'viewer', scope: 'any' } });

export const scheduleApi = {
  list: endpoint('GET', '/admin/schedule', {
    summary: 'List upcoming posts of the caller’s services, soonest first, and the state of the publishing schedule',
    query: z.object({
      ...pagerQuery,
      count: count(20),
      /** Restricts the list to one of the caller's services. */
      service: text({ max: 64 }).optional(),
    }),
    response: page(ScheduledPost, SchedulePagerKey).extend({ clock: ClockState }),
  }),
};
