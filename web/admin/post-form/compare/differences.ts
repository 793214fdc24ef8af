import { formatOfMode } from '#contract/posts.ts';
import { type PostFormValues, toComparable } from '../post-form-values.ts';

const COMPARED = [
  ...(['title', 'body', 'editorMode', 'images', 'files', 'links', 'publishAt', 'isHiddenInList', 'slug'] as const),
  ...(['category', 'tags', 'groups', 'thumbnail', 'description', 'author', 'language', 'label', 'contentId'] as const),
] satisfies readonly (keyof PostFormValues)[];

export type ComparedField = (typeof COMPARED)[number];

export function differencesOf(one: PostFormValues, other: PostFormValues): ComparedField[] {
  const first = toComparable(one);
  const second = toComparable(other);
  return COMPARED.filter((field) => comparedText(first, field) !== comparedText(second, field));
}

export function hasSameContent(one: PostFormValues, other: PostFormValues): boolean {
  return differencesOf(one, other).length === 0;
}

function comparedText(values: ReturnType<typeof toComparable>, field: ComparedField): string {
  // Trailing whitespace is not significant in a body.
  if (field === 'body') return values.body.trimEnd();
  if (field === 'links') return JSON.stringify(values.links.map(({ url, label }) => [url, label]));
  return JSON.stringify(values[field]);
}

export type Choice = 'mine' | 'theirs' | 'both';

export type Choices = Readonly<Partial<Record<ComparedField, Choice>>>;

const SEVERAL = ['images', 'files', 'links', 'tags', 'groups'] as const satisfies readonly ComparedField[];
type SeveralField = (typeof SEVERAL)[number];

export function canBeBoth(field: ComparedField): field is SeveralField {
  return SEVERAL.some((several) => several === field);
}

/** Preselects mine for fields changed since the base, else theirs; mine everywhere when the base is unknown. */
export function firstChoices(mine: PostFormValues, base: PostFormValues | undefined): Record<ComparedField, Choice> {
  const changedByMe = new Set(base ? differencesOf(base, mine) : COMPARED);
  const choices = COMPARED.map((field) => [field, changedByMe.has(field) ? 'mine' : 'theirs']);
  return Object.fromEntries(choices) as Record<ComparedField, Choice>;
}

interface Versions {
  readonly mine: PostFormValues;
  readonly theirs: PostFormValues;
}

/** Returns true when the bodies have different formats, so that they cannot be merged piece by piece. */
export function isBodyWhole({ mine, theirs }: Versions): boolean {
  const isSameFormat = formatOfMode[mine.editorMode] === formatOfMode[theirs.editorMode];
  return !isSameFormat && differencesOf(mine, theirs).includes('body');
}

export function chosenFields(versions: Versions): ComparedField[] {
  // A body taken whole brings its editor mode along, so the mode is not a separate choice.
  const without = isBodyWhole(versions) ? 'editorMode' : 'body';
  return differencesOf(versions.mine, versions.theirs).filter((field) => field !== without);
}

export function mergedOf(versions: Versions, choices: Choices, body: string): PostFormValues {
  const { mine, theirs } = versions;
  const merged = { ...mine, body, revision: theirs.revision };
  if (isBodyWhole(versions)) {
    const { body: whole, editorMode } = choices.body === 'theirs' ? theirs : mine;
    Object.assign(merged, { body: whole, editorMode });
  }
  for (const field of chosenFields(versions)) {
    if (field === 'body') continue;
    if (choices[field] === 'theirs') Object.assign(merged, { [field]: theirs[field] });
    else if (choices[field] === 'both' && canBeBoth(field))
      Object.assign(merged, { [field]: bothOf(mine, theirs, field) });
    if (field === 'tags' && choices.tags === 'theirs') merged.typedTag = '';
  }
  return merged;
}

interface ThreeVersions extends Versions {
  /** The version that both began with. */
  readonly base: PostFormValues;
}

/** Merges versions that changed different fields. Undefined when both changed the same field, each to another value. */
export function mergeFields({ mine, theirs, base }: ThreeVersions): PostFormValues | undefined {
  const differing = new Set(differencesOf(mine, theirs));
  const changedByThem = new Set(differencesOf(base, theirs));
  const changedByMe = differencesOf(base, mine);
  const isConflict = changedByMe.some((field) => changedByThem.has(field) && differing.has(field));
  if (isConflict || isBodyWhole({ mine, theirs })) return undefined;
  const body = changedByMe.includes('body') ? mine.body : theirs.body;
  return mergedOf({ mine, theirs }, firstChoices(mine, base), body);
}

function bothOf(mine: PostFormValues, theirs: PostFormValues, field: SeveralField): unknown[] {
  const known = new Set(mine[field].map((item) => nameOf(item)));
  // Links added by the other version get new ids on saving.
  const more = [...theirs[field]].filter((item) => !known.has(nameOf(item))).map(withoutId);
  return [...mine[field], ...more];
}

function nameOf(item: string | { readonly fileId: string } | { readonly url: string }): string {
  if (typeof item === 'string') return item;
  return 'fileId' in item ? item.fileId : item.url.trim();
}

function withoutId<Item>(item: Item): Item {
  if (typeof item !== 'object' || item === null || !('id' in item)) return item;
  const { id: _, ...rest } = item;
  return rest as Item;
}
