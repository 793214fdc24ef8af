import { z } from 'zod';
import { endpointsOf, viewerOfService } from './endpoint.ts';
import { PostStatus } from './posts.ts';
import { ServiceParams } from './services.ts';
import { Instant, text } from './text.ts';

export const OVERVIEW_LISTED = 5;
export const OVERVIEW_ACTIVITY = 20;

export const UnfinishedPost = z.object({
  serviceId: z.string(),
  postId: z.string(),
  title: z.string(),
  /** Time of the caller's last edit. */
  at: Instant,
  kind: z.enum([
    /** Created by the caller and never published. */
    'draft',
    'working-copy',
    /** The caller has unsaved changes, and somebody else has saved the post since. */
    'stale-copy',
  ]),
});
export type UnfinishedPost = z.infer<typeof UnfinishedPost>;

const onPost = {
  serviceId: z.string(),
  at: Instant,
  /** `null` when the post was deleted or the content id belongs to no post. */
  postId: z.string().nullable(),
  title: z.string(),
};

export const ActivityEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['created', 'saved', 'published', 'reserved', 'unpublished', 'restored', 'deleted']),
    ...onPost,
    /** User name, or `key:` and the id of an API key. */
    by: z.string(),
    times: z.int(),
  }),
  z.object({ kind: z.literal('went-live'), ...onPost }),
  z.object({
    kind: z.literal('commented'),
    ...onPost,
    contentId: z.string(),
    /** Number of the latest comments that belong to this content. */
    times: z.int(),
    excerpt: z.string(),
  }),
]);
export type ActivityEntry = z.infer<typeof ActivityEntry>;

export const ServiceCounts = z.object({
  serviceId: z.string(),
  posts: z.record(PostStatus, z.int()),
  /** Comments in any status, without deleted ones. */
  comments: z.int(),
  files: z.int(),
  votes: z.int(),
});
export type ServiceCounts = z.infer<typeof ServiceCounts>;

export const StorageTrouble = z.object({
  kind: z.enum(['low', 'full', 'read-only', 'io-error']),
  /** Absent when the disk is not local to the server. */
  freeBytes: z.int().optional(),
});
export type StorageTrouble = z.infer<typeof StorageTrouble>;

export const Overview = z
  .object({
    /** Newest first. */
    unfinished: z.array(UnfinishedPost),
    /** Newest first. */
    happened: z.array(ActivityEntry),
    counts: z.array(ServiceCounts),
    /** Present for admins, while there is a problem. */
    storage: StorageTrouble.optional(),
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof Overview>;

export const ActivityDays = z.enum(['7', '30', '90', '365']);
export type ActivityDays = z.infer<typeof ActivityDays>;

const ActivityPeriod = z.object({
  /** First day of the period: `2026-11-21`. */
  from: z.string(),
  posts: z.int(),
  comments: z.int(),
  votes: z.int(),
});

export const Activity = z
  .object({
    /** Days per period: one, or seven for weeks. */
    stretchDays: z.union([z.literal(1), z.literal(7)]),
    /** Oldest first; the last one ends today. */
    stretches: z.array(ActivityPeriod),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof Activity>;

const endpoint = endpointsOf({ tag: 'overview', access: viewerOfService });

export const overviewApi = {
  read: endpoint('GET', '/admin/overview', {
    summary: 'Get the caller’s unfinished posts, recent activity and totals of the caller’s services',
    access: { level: 'viewer', scope: 'any' },
    response: Overview,
  }),
  activity: endpoint('GET', '/admin/services/:serviceId/activity', {
    summary: 'Count posts, comments and votes by day, or by week for a whole year',
    params: ServiceParams,
    query: z.object({
      days: ActivityDays.default('30'),
      /** IANA time zone that defines the days. */
      timeZone: text({ max: 64 }).default('UTC'),
    }),
    response: Activity,
  }),
};
