import type commentsEn from '../../../i18n/comments/en.json';

/** Equals `MAX_COMMENT` of the contract, which readers do not load for its schemas. */
export const MAX_LENGTH = 1000;

export const FIELDS = ['body', 'nickname', 'age', 'area'] as const;
export type FieldName = (typeof FIELDS)[number];
export type Typed = Readonly<Record<FieldName, string>>;

export type FieldProblem = 'empty' | 'long' | 'invalid';

export interface Failure {
  readonly word: Exclude<keyof typeof commentsEn.failure, `${string}Title`>;
  readonly fieldErrors: FieldErrors;
}

export type FieldErrors = Readonly<Partial<Record<FieldName, FieldProblem>>>;

/** Counts code points like the server: line breaks and emoji count once. */
export function lengthOf(body: string): number {
  return [...body.replace(/\r\n?/g, '\n').trim()].length;
}

export function typedIn(form: FormData): Typed {
  const read = (name: FieldName) => String(form.get(name) ?? '');
  return { body: read('body'), nickname: read('nickname'), age: read('age'), area: read('area') };
}

export function toInput({ body, ...profiles }: Typed) {
  return { body, profiles };
}
