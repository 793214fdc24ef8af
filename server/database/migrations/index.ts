import type { Migration } from 'kysely/migration';
import * as servicesAndPosts from './20261121-0500-services-and-posts.ts';
import * as users from './20261121-0800-users.ts';
import * as userPool from './20261121-0805-user-pool.ts';
import * as serviceConfigs from './20261121-0810-service-configs.ts';
import * as postsInTheConsole from './20261121-0815-posts-in-the-console.ts';
import * as accounts from './20261121-1200-accounts.ts';
import * as poolAccounts from './20261121-1205-pool-accounts.ts';
import * as mails from './20261121-1210-mails.ts';
import * as apiKeys from './20261121-1215-api-keys.ts';
import * as auditLog from './20261121-1220-audit-log.ts';
import * as postsOfEveryKind from './20261121-1500-posts-of-every-kind.ts';
import * as whatPostsLeaveBehind from './20261121-1505-what-posts-leave-behind.ts';
import * as groupsFilesAndContents from './20261121-1510-groups-files-and-contents.ts';
import * as labelsInOneSpelling from './20261121-1515-labels-in-one-spelling.ts';
import * as media from './20261121-1900-media.ts';
import * as reading from './20261121-2200-reading.ts';
import * as search from './20261121-2205-search.ts';
import * as comments from './20261122-0100-comments.ts';
import * as bulkChanges from './20261122-0500-bulk-changes.ts';
import * as activity from './20261122-0510-activity.ts';
import * as webhooks from './20261122-1000-webhooks.ts';
import * as sharedLimits from './20261122-1010-shared-limits.ts';
import * as revisions from './20261123-1355-revisions.ts';
import * as revisionsOfSettings from './20261123-1410-revisions-of-settings.ts';
import * as userNotes from './20261123-1440-user-notes.ts';
import * as recentChanges from './20261123-2330-recent-changes.ts';
import * as fullTextSearch from './20261124-0330-full-text-search.ts';
import * as revisionsOfTexts from './20261127-1200-revisions-of-texts.ts';
import * as readingTimeOfLists from './20261127-1830-reading-time-of-lists.ts';
import * as languageOfPosts from './20261128-0500-language-of-posts.ts';
import * as textUpdates from './20261128-0515-text-updates.ts';
import * as languageOfLists from './20261128-0900-language-of-lists.ts';
import * as categoryPictures from './20261128-0930-category-pictures.ts';
import * as languageOfSearch from './20261128-1000-language-of-search.ts';
import * as filtersOfLists from './20261128-1100-filters-of-lists.ts';
import * as repliesAndSpam from './20261128-1300-replies-and-spam.ts';
import * as translations from './20261128-1300-translations.ts';
import * as listsByLanguage from './20261128-1310-lists-by-language.ts';

/** Migrations by name, which begins with a timestamp and defines the order. */
export const migrations: Record<string, Migration> = {
  '20261121-0500-services-and-posts': servicesAndPosts,
  '20261121-0800-users': users,
  '20261121-0805-user-pool': userPool,
  '20261121-0810-service-configs': serviceConfigs,
  '20261121-0815-posts-in-the-console': postsInTheConsole,
  '20261121-1200-accounts': accounts,
  '20261121-1205-pool-accounts': poolAccounts,
  '20261121-1210-mails': mails,
  '20261121-1215-api-keys': apiKeys,
  '20261121-1220-audit-log': auditLog,
  '20261121-1500-posts-of-every-kind': postsOfEveryKind,
  '20261121-1505-what-posts-leave-behind': whatPostsLeaveBehind,
  '20261121-1510-groups-files-and-contents': groupsFilesAndContents,
  '20261121-1515-labels-in-one-spelling': labelsInOneSpelling,
  '20261121-1900-media': media,
  '20261121-2200-reading': reading,
  '20261121-2205-search': search,
  '20261122-0100-comments': comments,
  '20261122-0500-bulk-changes': bulkChanges,
  '20261122-0510-activity': activity,
  '20261122-1000-webhooks': webhooks,
  '20261122-1010-shared-limits': sharedLimits,
  '20261123-1355-revisions': revisions,
  '20261123-1410-revisions-of-settings': revisionsOfSettings,
  '20261123-1440-user-notes': userNotes,
  '20261123-2330-recent-changes': recentChanges,
  '20261124-0330-full-text-search': fullTextSearch,
  '20261127-1200-revisions-of-texts': revisionsOfTexts,
  '20261127-1830-reading-time-of-lists': readingTimeOfLists,
  '20261128-0500-language-of-posts': languageOfPosts,
  '20261128-0515-text-updates': textUpdates,
  '20261128-0900-language-of-lists': languageOfLists,
  '20261128-0930-category-pictures': categoryPictures,
  '20261128-1000-language-of-search': languageOfSearch,
  '20261128-1100-filters-of-lists': filtersOfLists,
  '20261128-1300-replies-and-spam': repliesAndSpam,
  '20261128-1300-translations': translations,
  '20261128-1310-lists-by-language': listsByLanguage,
};
