/** @module-tag extended */
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { planOf } from '#testing/query-plan.ts';
import type { Db } from '../../database/connect.ts';
import {
  findContentOfComment,
  findVoteTotal,
  findVoteType,
  listOwnVotes,
  listVoteCounts,
  listVoteCountsOfService,
  listVotesOfReader,
} from './vote.repository.ts';

const ofCounts = /vote_counts_pk|sqlite_autoindex_vote_counts_1/;
const ofVotes = /votes_pk|votes_by_reader|sqlite_autoindex_votes_1/;
const byReader = /votes_by_reader/;
const some = Array.from({ length: 50 }, (_, index) => `content-${index}`);

const questions: [name: string, ask: (db: Db) => Promise<unknown>, index: RegExp][] = [
  ['the counts of one content', (db) => listVoteCounts(db, 'news', ['aaaa']), ofCounts],
  [
    'a page of counts',
    (db) => listVoteCountsOfService(db, 'news', { after: { contentId: 'aaaa', voteType: 'like' }, limit: 51 }),
    ofCounts,
  ],
  ['how many there are', (db) => findVoteTotal(db, 'news'), /vote_totals_pk|sqlite_autoindex_vote_totals_1/],
  ['one’s vote', (db) => findVoteType(db, { serviceId: 'news', contentId: 'aaaa', readerId: 'guest:a' }), ofVotes],
  ['one’s votes', (db) => listOwnVotes(db, { serviceId: 'news', readerId: 'guest:a', contentIds: some }), ofVotes],
  [
    'everything one has voted',
    (db) => listVotesOfReader(db, 'guest:a', { after: { serviceId: 'a', contentId: 'aaaa' }, limit: 101 }),
    byReader,
  ],
  [
    'where a comment is shown',
    (db) => findContentOfComment(db, 'news', '01kb0000000000000000000001'),
    /comments_pk|sqlite_autoindex_comments_1/,
  ],
];

test('vote queries use an index without sorting', async () => {
  const database = await testDatabase();
  for (const [name, ask, index] of questions) {
    const plan = (await planOf(database, ask)).join('\n');
    expect(plan, name).toMatch(index);
    expect(plan, name).not.toMatch(/Seq Scan|^SCAN|TEMP B-TREE|Sort/m);
  }
  // The tables are small, so PostgreSQL may sort in memory.
  const sorted = (db: Db) =>
    Promise.all([listVoteCounts(db, 'news', some), listVoteCountsOfService(db, 'news', { limit: 51 })]);
  const plan = (await planOf(database, sorted)).join('\n');
  expect(plan).toMatch(ofCounts);
  expect(plan).not.toMatch(/Seq Scan|^SCAN/m);
});
