import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { givenFile } from '#testing/given-file.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';

// biome-ignore lint/suspicious/noExplicitAny: response of any resource
type Json = any;

interface Resource {
  readonly path: string;
  readonly method?: 'PUT';
  readonly readAt?: string;
  readonly fields: Readonly<Record<string, readonly unknown[]>>;
  readonly pick?: (field: string, json: Json) => unknown;
  readonly toBody?: (field: string, value: unknown) => object;
  readonly revisionName?: 'revision' | 'notesRevision';
  /** A save of the stored value returns 400. */
  readonly rejectsSame?: true;
}

interface State {
  readonly values: Readonly<Record<string, unknown>>;
  readonly revision: number;
}

interface Save {
  readonly editor: number;
  readonly field: string;
  readonly value: unknown;
  readonly revision: number | undefined;
}

interface Outcome extends Save {
  readonly status: number;
  readonly state: State;
}

const labels = ['One', 'Two', 'Three', '四'];

interface Given {
  readonly username: string;
  readonly postIds: readonly string[];
  readonly fileId: string;
}

async function givenResources(user: GivenUser, { username, postIds, fileId }: Given): Promise<Resource[]> {
  const make = async (path: string, slug = 'one') =>
    (await user.send('POST', `/api/admin/${path}`, { body: { slug, label: 'One' } })).json;
  const hook = { url: 'https://example.com/hook', events: ['post.published'] };
  const { webhookId } = (await user.send('POST', '/api/admin/webhooks/news', { body: hook })).json;
  for (const slug of ['one', 'two', 'top']) await make('categories/news', slug);
  const { tagId } = await make('tags/news');
  await make('posts/news/groups');
  const category = (slug: string, parents: readonly string[]): Resource => ({
    path: `categories/news/${slug}`,
    fields: { label: labels, description: ['', 'All sorts', 'いろいろ'], parentCategorySlug: ['', ...parents] },
    pick: (field, json) => (field === 'parentCategorySlug' ? (json.parents.at(-1)?.slug ?? '') : json[field]),
  });
  // A first save of a default value is a change, because defaults are not stored.
  const configs = { commentDefaultPublishStatus: 'publish', commentMaxLinks: 1, siteDescription: 'One' };
  await user.send('POST', '/api/admin/services/blog', { body: { configs } });
  const content = { body: { commentDefaultPublishStatus: 'publish' } };
  await user.send('PUT', '/api/admin/services/news/content/guestbook', content);
  const [first, second] = postIds;
  return [
    category('one', ['two', 'top']),
    category('two', ['top']),
    { path: `tags/news/${tagId}`, readAt: 'tags/news', fields: { label: labels } },
    { path: 'posts/news/groups/one', fields: { label: labels, postIds: [[], [first], [second, first]] } },
    {
      path: `posts/news/${first}`,
      fields: { title: labels, author: ['', 'Hokusai'], isHiddenInList: [true, false] },
    },
    { path: 'services/news', fields: { label: labels, functions: [['post'], ['post', 'comment']] } },
    {
      path: `webhooks/news/${webhookId}`,
      fields: {
        description: labels,
        url: ['https://example.com/hook', 'https://example.org/'],
        events: [['post.published'], ['post.deleted']],
        isEnabled: [true, false],
      },
    },
    { path: `users/${username}`, fields: { role: ['editor', 'viewer', 'admin'] } },
    {
      path: `users/${username}`,
      fields: { tel: ['', '03-1234-5678'], address: ['', 'Edo'], memo: ['', 'Calls back', 'Writes'] },
      revisionName: 'notesRevision',
    },
    {
      path: `files/news/${fileId}`,
      fields: { name: labels, alt: [{ en: 'One' }, { en: 'Two' }], caption: [{ ja: '一' }, { ja: '二' }] },
    },
    {
      path: 'services/blog',
      fields: {
        commentDefaultPublishStatus: ['publish', 'unpublish'],
        commentMaxLinks: [1, 2],
        siteDescription: labels,
      },
      pick: (field, json) => json.configs[field],
      toBody: (field, value) => ({ configs: { [field]: value } }),
    },
    {
      path: 'services/news/content/guestbook',
      method: 'PUT',
      fields: { commentDefaultPublishStatus: ['publish', 'unpublish'] },
      rejectsSame: true,
    },
  ];
}

function stateOf(resource: Resource, json: Json): State {
  const { fields, pick = (field, json) => json[field] } = resource;
  const values = Object.keys(fields).map((field) => [field, pick(field, json)]);
  return { values: Object.fromEntries(values), revision: revisionOf(resource, json) };
}

function revisionOf({ revisionName = 'revision' }: Resource, json: Json): number {
  return json?.[revisionName];
}

async function read({ send }: GivenUser, resource: Resource): Promise<State> {
  const { json } = await send('GET', `/api/admin/${resource.readAt ?? resource.path}`);
  return stateOf(resource, Array.isArray(json) ? json[0] : json);
}

function simulate({ rejectsSame }: Resource, before: State, saves: readonly Save[]): Outcome[] {
  let state = before;
  return saves.map((save) => {
    const { field, value, revision } = save;
    if (revision !== undefined && revision !== state.revision) return { ...save, status: 409, state };
    const isSame = JSON.stringify(state.values[field]) === JSON.stringify(value);
    if (isSame && rejectsSame) return { ...save, status: 400, state };
    if (!isSame) state = { values: { ...state.values, [field]: value }, revision: state.revision + 1 };
    return { ...save, status: 200, state };
  });
}

async function sendAtOnce(
  editors: readonly GivenUser[],
  resource: Resource,
  { before, saves }: { readonly before: State; readonly saves: readonly Save[] },
): Promise<Outcome[]> {
  const answers = await Promise.all(
    saves.map(async ({ editor, field, value, revision }) => {
      const { path, method = 'POST', toBody = (field, value) => ({ [field]: value }) } = resource;
      const body = { ...toBody(field, value), [resource.revisionName ?? 'revision']: revision };
      const answer = await editors[editor]?.send(method, `/api/admin/${path}`, { body });
      return { editor, status: answer?.status, json: answer?.json };
    }),
  );
  const after = await read(editors[0] as GivenUser, resource);
  const explainsAnswers = (outcomes: readonly Outcome[]) =>
    JSON.stringify(outcomes.at(-1)?.state ?? before) === JSON.stringify(after) &&
    outcomes.every(({ editor, status, state }) => {
      const answer = answers.find((each) => each.editor === editor);
      if (answer?.status !== status) return false;
      if (status === 400) return true;
      const known =
        status === 409 ? stateOf(resource, answer.json.current) : { revision: revisionOf(resource, answer.json) };
      return JSON.stringify({ ...state, ...known }) === JSON.stringify(state);
    });
  // Saves rejected with 503 have no effect.
  const taken = saves.filter(({ editor }) => answers.find((each) => each.editor === editor)?.status !== 503);
  const outcomes = [taken, taken.toReversed()].map((order) => simulate(resource, before, order)).find(explainsAnswers);
  if (!outcomes) throw new Error(`No order explains ${JSON.stringify({ before, saves, answers, after }, null, 1)}`);
  return outcomes;
}

const save = fc.record({ field: fc.nat(), value: fc.nat(), isOlderClient: fc.nat(4).map((n) => n === 0) });
const step = fc.record({
  resource: fc.nat(),
  reader: fc.option(fc.nat(1)),
  saves: fc.tuple(fc.option(save), fc.option(save)),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Known {
  readonly resource: Resource;
  stored: State;
  readonly copies: State[];
}

function toSaves({ resource, copies }: Known, saves: Step['saves']): Save[] {
  const fields = Object.entries(resource.fields);
  return saves.flatMap((one, editor) => {
    const [field, values] = fields[(one?.field ?? 0) % fields.length] ?? [];
    if (!one || !field || !values) return [];
    const revision = one.isOlderClient ? undefined : copies[editor]?.revision;
    return [{ editor, field, value: values[one.value % values.length], revision }];
  });
}

async function take(editors: readonly GivenUser[], known: Known, { reader, saves }: Step): Promise<number> {
  const { resource, copies } = known;
  if (reader !== null) copies[reader] = await read(editors[reader] as GivenUser, resource);
  const sent = toSaves(known, saves);
  if (sent.length === 0) return 0;
  const outcomes = await sendAtOnce(editors, resource, { before: known.stored, saves: sent });
  for (const { editor, revision, state } of outcomes) {
    // An editor with the current revision has seen everything that its save replaces.
    if (revision === known.stored.revision) expect(copies[editor]).toEqual(known.stored);
    copies[editor] = state;
    known.stored = state;
  }
  return outcomes.filter(({ status }) => status === 409).length;
}

test('no saved field is lost without a conflict', () => expectNothingLost(11), 120_000);

test.for([1, 2, 3, 4, 5])('no saved field is lost in run %i', { tags: ['extended'] }, expectNothingLost);

async function expectNothingLost(seed: number): Promise<void> {
  const app = await testApp();
  await givenService(app, { serviceId: 'blog' });
  const one = await givenUser(app, { role: 'admin', serviceIds: ['news', 'blog'] });
  const other = await givenUser(app, { role: 'admin', serviceIds: ['news', 'blog'] });
  const { username } = await givenUser(app);
  const postIds = [(await givenPost(app)).postId, (await givenPost(app)).postId];
  const fileId = await givenFile(app, { status: 'published', isUploaded: true });
  const resources = await givenResources(one, { username, postIds, fileId });
  const readAll = () => Promise.all(resources.map((resource) => read(one, resource)));
  let conflicts = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 25 }), async (steps) => {
      const states = await readAll();
      const all = states.map((stored, at) => ({
        resource: resources[at] as Resource,
        stored,
        copies: [stored, stored],
      }));
      for (const each of steps) {
        const known = all[each.resource % all.length];
        if (known) conflicts += await take([one, other], known, each);
      }
      expect(await readAll()).toEqual(all.map(({ stored }) => stored));
    }),
    { numRuns: 3, seed, endOnFailure: true },
  );
  expect(conflicts).toBeGreaterThan(0);
}
