import fc from 'fast-check';
import { expect } from 'vitest';
import type { GivenUser } from '#testing/given-user.ts';
import { addressOf, type Json, type Resource, read, type State, stateOf, versionIn } from './resource.fixtures.ts';

interface Save {
  readonly editor: number;
  readonly field: string;
  readonly value: unknown;
  readonly version: unknown;
}

interface Outcome extends Save {
  readonly status: number;
  readonly state: State;
}

interface Answer {
  readonly editor: number;
  readonly status: number | undefined;
  readonly json: Json;
}

const areSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function simulate(resource: Resource, before: State, saves: readonly Save[]): Outcome[] {
  const { rejectsSame, raisesAlways, versionName, apply, versionAfter } = resource;
  const changed = apply ?? ((values, field, value) => ({ ...values, [field]: value }));
  let state = before;
  return saves.map((save) => {
    if (save.version !== undefined && !areSame(save.version, state.version)) return { ...save, status: 409, state };
    const values = changed(state.values, save.field, save.value);
    const isSame = areSame(values, state.values);
    if (isSame && rejectsSame) return { ...save, status: 400, state };
    const next = versionAfter?.(values) ?? (versionName === null ? null : Number(state.version) + 1);
    if (!isSame || raisesAlways) state = { values, version: next };
    return { ...save, status: 200, state };
  });
}

async function sendAtOnce(
  editors: readonly GivenUser[],
  resource: Resource,
  { before, saves }: { readonly before: State; readonly saves: readonly Save[] },
): Promise<Outcome[]> {
  const { endpoint, versionName = 'revision', toBody = (field, value) => ({ [field]: value }) } = resource;
  const answers: Answer[] = await Promise.all(
    saves.map(async ({ editor, field, value, version }) => {
      const body = { ...toBody(field, value), ...(versionName !== null && { [versionName]: version }) };
      const answer = await editors[editor]?.send(endpoint.method, addressOf(resource), { body });
      return { editor, status: answer?.status, json: answer?.json };
    }),
  );
  const after = await read(editors[0] as GivenUser, resource);
  const explainsAnswers = (outcomes: readonly Outcome[]) =>
    areSame(outcomes.at(-1)?.state ?? before, after) &&
    outcomes.every((outcome) =>
      isExplained(
        resource,
        outcome,
        answers.find(({ editor }) => editor === outcome.editor),
      ),
    );
  // Saves rejected with 503 have no effect.
  const taken = saves.filter(({ editor }) => answers.find((each) => each.editor === editor)?.status !== 503);
  const outcomes = [taken, taken.toReversed()].map((order) => simulate(resource, before, order)).find(explainsAnswers);
  if (!outcomes) {
    throw new Error(
      `No order explains ${JSON.stringify({ name: resource.name, before, saves, answers, after }, null, 1)}`,
    );
  }
  return outcomes;
}

function isExplained(resource: Resource, { status, state }: Outcome, answer: Answer | undefined): boolean {
  if (answer?.status !== status) return false;
  if (status === 400 || resource.answersNoState) return true;
  const known = status === 409 ? stateOf(resource, answer.json.current) : { version: versionIn(resource, answer.json) };
  return areSame({ ...state, ...known }, state);
}

const save = fc.record({ field: fc.nat(), value: fc.nat(), isOlderClient: fc.nat(4).map((n) => n === 0) });

/** Step of both editors: one may read again, then either or both save at once. */
export const step = fc.record({
  reader: fc.option(fc.nat(1)),
  saves: fc.tuple(fc.option(save), fc.option(save)),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Stored state of a resource, and the copies that the editors have on their screens. */
export interface Known {
  readonly resource: Resource;
  stored: State;
  readonly copies: State[];
}

function toSaves({ resource, copies }: Known, saves: Step['saves']): Save[] {
  const fields = Object.entries(resource.fields);
  return saves.flatMap((one, editor) => {
    const [field, values] = fields[(one?.field ?? 0) % fields.length] ?? [];
    if (!one || !field || !values) return [];
    const version = one.isOlderClient || resource.versionName === null ? undefined : copies[editor]?.version;
    return [{ editor, field, value: values[one.value % values.length], version }];
  });
}

/** Returns the number of conflicts. */
export async function take(users: readonly GivenUser[], known: Known, { reader, saves }: Step): Promise<number> {
  const { resource, copies } = known;
  const editors = resource.isPersonal ? [users[0] as GivenUser, users[0] as GivenUser] : users;
  if (reader !== null) copies[reader] = await read(editors[reader] as GivenUser, resource);
  const sent = toSaves(known, saves);
  if (sent.length === 0) return 0;
  const outcomes = await sendAtOnce(editors, resource, { before: known.stored, saves: sent });
  for (const { editor, version, state } of outcomes) {
    // An editor with the current version has seen everything that its save replaces.
    if (version !== undefined && areSame(version, known.stored.version)) expect(copies[editor]).toEqual(known.stored);
    copies[editor] = state;
    known.stored = state;
  }
  return outcomes.filter(({ status }) => status === 409).length;
}
