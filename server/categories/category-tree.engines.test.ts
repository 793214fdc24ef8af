import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CategoryNode, MAX_CATEGORY_DEPTH } from '#contract/categories.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenService } from '#testing/given.ts';
import type { Database } from '../database/connect.ts';
import { HttpError } from '../http/errors.ts';
import { findCategory, listAncestors, listCategories, listChildren, listDescendants } from './category.repository.ts';
import { descendantsOf, pathOf, toTree } from './category-tree.ts';
import { changeCategory, createCategory, deleteCategory, reorderCategories } from './change-category.ts';

class Model {
  readonly children = new Map<string, string[]>([['root', []]]);
  readonly parents = new Map<string, string>();

  slugs(): string[] {
    return [...this.children.keys()];
  }

  pathTo(slug: string): string[] {
    const parent = this.parents.get(slug);
    return parent === undefined ? [slug] : [...this.pathTo(parent), slug];
  }

  levelsBelow(slug: string): number {
    return Math.max(0, ...(this.children.get(slug) ?? []).map((child) => 1 + this.levelsBelow(child)));
  }

  put(slug: string, parent: string): boolean {
    const isCycle = this.pathTo(parent).includes(slug);
    if (isCycle || this.pathTo(parent).length + this.levelsBelow(slug) > MAX_CATEGORY_DEPTH) return false;
    if (this.parents.get(slug) === parent) return true;
    this.take(slug);
    this.children.get(parent)?.push(slug);
    this.parents.set(slug, parent);
    if (!this.children.has(slug)) this.children.set(slug, []);
    return true;
  }

  take(slug: string): void {
    const siblings = this.children.get(this.parents.get(slug) ?? '') ?? [];
    if (siblings.includes(slug)) siblings.splice(siblings.indexOf(slug), 1);
  }

  delete(slug: string): boolean {
    if (slug === 'root' || (this.children.get(slug) ?? []).length > 0) return false;
    this.take(slug);
    this.children.delete(slug);
    return this.parents.delete(slug);
  }

  tree(slug = 'root'): Nest {
    return { slug, children: (this.children.get(slug) ?? []).map((child) => this.tree(child)) };
  }
}

interface Nest {
  slug: string;
  children: Nest[];
}

const toNest = ({ slug, children }: CategoryNode): Nest => ({ slug, children: children.map(toNest) });

type Step = readonly ['create' | 'move' | 'delete' | 'reorder', number, number];

const steps = fc.array(
  fc.tuple(
    // Mostly creations, so that trees grow.
    fc.constantFrom<Step[0]>('create', 'create', 'create', 'move', 'move', 'delete', 'reorder'),
    fc.nat(1000),
    fc.nat(1000),
  ),
  { minLength: 5, maxLength: 40 },
);

const clock = testClock();
const presentDetail = () => Promise.reject(new Error('No change of this test names a revision'));
const tools = { clock, onCategoriesMoved: async () => {}, presentDetail };
let services = 0;

async function isDone(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
}

async function take({ writer }: Database, serviceId: string, model: Model, [kind, a, b]: Step, made: number) {
  const slugs = model.slugs();
  const [one = 'root', other = 'root'] = [slugs[a % slugs.length], slugs[b % slugs.length]];
  const inService = { clock, serviceId };
  const named = { serviceId, slug: one };
  const run = (write: Parameters<ReturnType<typeof writer.transaction>['execute']>[0]) =>
    isDone(writer.transaction().execute(write));
  if (kind === 'create') {
    const category = { slug: `c-${made}`, label: 'C', parentCategorySlug: other };
    expect(await run((trx) => createCategory(trx, inService, category))).toBe(model.put(category.slug, other));
  } else if (kind === 'move' && one !== 'root') {
    const isMoved = await run((trx) => changeCategory(trx, tools, named, { label: 'M', parentCategorySlug: other }));
    expect(isMoved).toBe(model.put(one, other));
  } else if (kind === 'delete') {
    expect(await run((trx) => deleteCategory(trx, named))).toBe(model.delete(one));
  } else if (kind === 'reorder') {
    const turned = (model.children.get(one) ?? []).toReversed();
    const ids = await Promise.all(turned.map(async (slug) => (await findCategory(writer, serviceId, slug))?.id ?? 0));
    expect(await run((trx) => reorderCategories(trx, named, { sortedIds: ids }, ({ id }) => id))).toBe(true);
    model.children.set(one, turned);
  }
}

async function compare({ reader }: Database, serviceId: string, model: Model) {
  const all = await listCategories(reader, serviceId);
  const root = all.find(({ slug }) => slug === 'root');
  if (!root) throw new Error('The root is gone');
  expect(toNest(toTree(root, all))).toEqual(model.tree());
  for (const category of all) {
    const above = model.pathTo(category.slug).slice(1, -1);
    expect((await listAncestors(reader, category)).map(({ slug }) => slug)).toEqual(above);
    const below = await listDescendants(reader, category);
    expect(below).toEqual(descendantsOf(category, all));
    expect(toNest(toTree(category, below))).toEqual(model.tree(category.slug));
    expect((await listChildren(reader, category)).map(({ slug }) => slug)).toEqual(model.children.get(category.slug));
    const parent = all.find(({ slug }) => slug === model.parents.get(category.slug));
    expect(category.parentPath).toBe(parent ? pathOf(parent) : '0');
  }
}

test('tree equals the model after random operations', async () => {
  const database = await testDatabase();
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      services += 1;
      const serviceId = await givenService({ database, clock }, { serviceId: `tree-${services}` });
      const model = new Model();
      for (const [index, step] of taken.entries()) await take(database, serviceId, model, step, index);
      await compare(database, serviceId, model);
    }),
    { numRuns: 25 },
  );
}, 120_000);
