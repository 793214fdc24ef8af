import type { ParseKeys, TFunction } from 'i18next';
import { ApiError } from '#contract/api-client.ts';
import { fieldMessages, messages } from '#contract/errors.ts';

export type ConsoleKey = ParseKeys<'console'>;

const codes = [...Object.values(messages), ...Object.values(fieldMessages)];

/** The text for a code of the API's catalogue, if there is one; each of them has a text, which the types see to. */
function messageKeyOf(code: string): ConsoleKey | undefined {
  const known = codes.find((each) => each === code);
  return known && `msg.${known}`;
}

/** What a failed call is called: by the server's own code if it is known, else by its status. */
export function failureKeyOf(error: unknown): ConsoleKey {
  if (!(error instanceof ApiError)) return 'failure.unexpected';
  if (error.status === 0) return 'failure.noAnswer';
  return messageKeyOf(error.body.message) ?? (error.status === 400 ? 'failure.invalid' : 'failure.unexpected');
}

/** The same under a form, where there is room to say that nothing is lost. */
export function formFailureKeyOf(error: unknown): ConsoleKey {
  return error instanceof ApiError && error.status === 0 ? 'failure.noAnswerBody' : failureKeyOf(error);
}

/** The API's complaints about fields, by the form's own names. Several about one field follow each other. */
export function fieldErrorsOf(error: unknown, t: TFunction<'console'>): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { field, message } of error instanceof ApiError ? (error.body.errors ?? []) : []) {
    const name = toCamelCase(field);
    const text = t(messageKeyOf(message) ?? 'failure.invalid');
    errors[name] = errors[name] === undefined ? text : `${errors[name]} ${text}`;
  }
  return errors;
}

function toCamelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
