import { expect, test } from 'vitest';
import { z } from 'zod';
import { FilePagerKey, FileUsePagerKey } from './admin-files.ts';
import { adminPostPagerKeys } from './admin-posts.ts';
import { AuditPagerKey } from './audit.ts';
import { CommentPagerKey } from './comments.ts';
import { MailPagerKey } from './mails.ts';
import { GroupPagerKey, GroupPostPagerKey } from './post-groups.ts';
import { DeletedPostPagerKey, RevisionPagerKey } from './post-history.ts';
import { SearchPagerKey } from './post-search.ts';
import { PostPagerKey } from './posts.ts';
import { SchedulePagerKey } from './schedule.ts';
import { ServiceContentPagerKey } from './service-contents.ts';
import { ServicePagerKey } from './services.ts';
import { TagPagerKey } from './tags.ts';
import { VotePagerKey } from './votes.ts';
import { WebhookDeliveryPagerKey } from './webhooks.ts';

const keys: Readonly<Record<string, z.ZodObject>> = {
  FilePagerKey,
  FileUsePagerKey,
  AuditPagerKey,
  CommentPagerKey,
  DeletedPostPagerKey,
  MailPagerKey,
  GroupPagerKey,
  GroupPostPagerKey,
  RevisionPagerKey,
  SearchPagerKey,
  PostPagerKey,
  SchedulePagerKey,
  ServiceContentPagerKey,
  ServicePagerKey,
  TagPagerKey,
  VotePagerKey,
  WebhookDeliveryPagerKey,
  ...adminPostPagerKeys,
};

test.each(Object.entries(keys))('%s rejects text that a database rejects', (_name, key) => {
  for (const field of Object.values(key.shape)) {
    for (const text of ['\u0000', 'a\u0000', '\ud800']) expect(z.safeParse(field, text).success).toBe(false);
  }
});
