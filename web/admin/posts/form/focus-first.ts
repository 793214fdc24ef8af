import type { SourceEditorHandle } from '../editor/source-editor.tsx';
import type { PostFormState } from './use-post-form.ts';

/** The fields from the top of the form to its end. */
const FIELDS = [
  'slug',
  'category',
  'title',
  'body',
  'thumbnail',
  'images',
  'files',
  'links',
  'tags',
  'description',
  'author',
  'label',
  'contentId',
  'publishAt',
];

/** Puts the focus on the first field that has something wrong with it. */
export function focusFirst(
  form: PostFormState['form'],
  errors: Readonly<Record<string, unknown>>,
  editor: SourceEditorHandle | null,
): void {
  const first = Object.keys(errors).sort((a, b) => placeOf(a) - placeOf(b))[0];
  if (first === undefined) return;
  if (first === 'body') editor?.focus();
  else (form.getInputNode(first as 'title') ?? headOf(first))?.focus();
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
