import type { BodyHandle } from '../editor/body-handle.ts';
import type { PostFormState } from './use-post-form.ts';

const FIELDS = [
  ...['title', 'body', 'images', 'files', 'links'],
  ...['publishAt', 'slug', 'category', 'tags', 'groups', 'thumbnail'],
  ...['description', 'author', 'label', 'contentId'],
];

export function focusFirst(
  form: PostFormState['form'],
  errors: Readonly<Record<string, unknown>>,
  editor: BodyHandle | null,
): void {
  const first = Object.keys(errors).sort((a, b) => placeOf(a) - placeOf(b))[0];
  if (first === undefined) return;
  if (first === 'body') {
    editor?.focus();
    return;
  }
  const node = form.getInputNode(first as 'title') ?? headOf(first);
  const section = node?.closest('details');
  // An element in a closed `<details>` cannot take the focus.
  if (section) section.open = true;
  node?.focus();
}

function headOf(name: string): HTMLElement | null {
  return document.getElementById(`post-${name}`);
}

function placeOf(path: string): number {
  const [name = ''] = path.split('.');
  const place = FIELDS.indexOf(name);
  return place === -1 ? FIELDS.length : place;
}
