import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { count, page, pagerQuery } from './paging.ts';
import { Instant, text } from './text.ts';

/** A post that goes live by itself. */
export const ScheduledPost = z
  .object({
    serviceId: z.string(),
    postId: z.string(),
    slug: z.string(),
    title: z.string(),
    /** What its editor said. */
    publishAt: Instant,
    /** When readers see it. */
    effectiveAt: Instant,
  })
  .meta({ id: 'ScheduledPost' });
export type ScheduledPost = z.infer<typeof ScheduledPost>;

/** How the clock is doing that records what has gone live. Readers see posts in time whatever it does. */
export const ClockState = z
  .object({
    /** `null` before the first tick of an installation. */
    lastTickAt: Instant.nullable(),
    nextTickAt: Instant,
    isLate: z.boolean(),
    /** The first thing that it should have done and has not; only while it is late. */
    lateSince: Instant.optional(),
  })
  .meta({ id: 'ClockState' });
export type ClockState = z.infer<typeof ClockState>;

/** Where a page of the schedule ends. */
export const SchedulePagerKey = z.object({ effectiveAt: Instant, postId: z.string().regex(/^[0-9a-z]{26}$/) });
export type SchedulePagerKey = z.infer<typeof SchedulePagerKey>;

export const scheduleApi = {
  list: endpoint({
    method: 'GET',
    path: '/admin/schedule',
    summary: "What goes live next in the caller's services, soonest first, and how the clock is doing",
    tag: 'schedule',
    access: { level: 'viewer', scope: 'any' },
    query: z.object({
      ...pagerQuery,
      count: count(20),
      /** Only this one of the caller's services. */
      service: text({ max: 64 }).optional(),
    }),
    response: page(ScheduledPost, SchedulePagerKey).extend({ clock: ClockState }),
  }),
};
