import type { BodyHandle } from '../editor/body-handle.ts';
import type { PostFormState } from './use-post-form.ts';

/** The fields from the top of the form to its end. */
const FIELDS = [
  ...['title', 'body', 'images', 'files', 'links'],
  ...['publishAt', 'slug', 'category', 'tags', 'groups', 'thumbnail'],
  ...['description', 'author', 'label', 'contentId'],
];

/** Puts the focus on the first field that has something wrong with it. */
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
  // What is folded cannot have the focus.
  if (section) section.open = true;
  node?.focus();
}

/** The head of a field that is more than one input. */
function headOf(name: string): HTMLElement | null {
  return document.getElementById(`post-${name}`);
}

function placeOf(path: string): number {
  const [name = ''] = path.split('.');
  const place = FIELDS.indexOf(name);
  return place === -1 ? FIELDS.length : place;
}
