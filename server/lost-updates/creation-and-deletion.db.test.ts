import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/app.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { find, type Lifecycle, lifecycles } from './lifecycles.fixtures.ts';
import { addressOf } from './resource.fixtures.ts';

const named = (kinds: readonly Lifecycle[]) => kinds.map((kind) => [kind.name, kind] as const);

async function given(): Promise<{ app: TestApp; one: GivenUser; other: GivenUser }> {
  const app = await testApp();
  return { app, one: await givenUser(app, { role: 'admin' }), other: await givenUser(app, { role: 'admin' }) };
}

test.for(named(lifecycles.filter(({ create }) => create)))(
  'concurrent creations of a %s lose none',
  async ([, kind]) => {
    const { one, other } = await given();
    const { create } = kind;
    if (!create) throw new Error('The kind has no creation');
    const { taken, paramsOf, labelOf = ({ label }) => label } = create;
    const send = (user: GivenUser, label: string) =>
      user.send(create.endpoint.method, addressOf(create), { body: create.body(label) });
    const answers = await Promise.all([send(one, 'One'), send(other, 'Two')]);
    const created = answers.filter(({ status }) => status < 300);
    const rejected = answers.filter(({ status }) => status >= 300);
    const late = taken ? [...rejected, await send(other, 'Two')] : rejected;
    expect(created).toHaveLength(taken ? 1 : 2);
    for (const { status, json } of late) {
      expect([status, json.errors?.[0]?.field], JSON.stringify(json)).toEqual([taken?.[0], taken?.[1]]);
    }
    for (const answer of created) {
      // Only its creator has access to a new service.
      const creator = answer === answers[0] ? one : other;
      expect(labelOf(await find(creator, kind, paramsOf(answer.json)))).toBe(labelOf(answer.json));
    }
  },
);

const ROUNDS = 3;

test.for(named(lifecycles.filter(({ remove }) => remove)))(
  'update of a deleted %s does not restore it',
  async ([, kind]) => {
    const { app, one, other } = await given();
    const { update, remove, change, lateStatuses } = kind;
    for (let round = 0; round < ROUNDS; round += 1) {
      const params = await givenRecord(app, kind, one);
      const { revision } = await find(one, kind, params);
      const url = addressOf({ endpoint: update, params });
      const save = (user: GivenUser, body: object) => user.send(update.method, url, { body: { ...change, ...body } });
      const saving = save(one, { revision });
      const removed = await other.send('DELETE', addressOf({ endpoint: remove ?? update, params }));
      // A deletion after the save deletes what was saved.
      expect([200, 404, 409], 'concurrent save').toContain((await saving).status);
      expect(removed.status, 'deletion').toBe(200);
      expect(await find(one, kind, params)).toBeUndefined();
      if (revision !== undefined) {
        const { status } = await save(one, { revision });
        expect(lateStatuses.includes(200) ? [200, 409] : [404, 409], 'late save').toContain(status);
      }
      if (lateStatuses.length > 0) expect(lateStatuses).toContain((await save(one, {})).status);
      expect(await find(one, kind, params)).toBeUndefined();
    }
  },
);

async function givenRecord(app: TestApp, { create, given }: Lifecycle, user: GivenUser) {
  if (given) return given(app);
  if (!create) throw new Error('Nothing creates the record');
  const { json } = await user.send(create.endpoint.method, addressOf(create), { body: create.body('One') });
  return create.paramsOf(json);
}
