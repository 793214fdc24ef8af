import type { ParseKeys, TFunction } from 'i18next';
import type { z } from 'zod';
import { ApiError } from '#contract/api-client.ts';
import { type FieldError, type FieldLimit, fieldMessages, limitOf, messages } from '#contract/errors.ts';

export type ConsoleKey = ParseKeys<'console'>;

const codes = [...Object.values(messages), ...Object.values(fieldMessages)];

export function messageKeyOf(code: string): ConsoleKey | undefined {
  const known = codes.find((each) => each === code);
  return known && `msg.${known}`;
}

export function failureKeyOf(error: unknown, unanswered: ConsoleKey = 'failure.noAnswer'): ConsoleKey {
  if (!(error instanceof ApiError)) return 'failure.unexpected';
  if (error.status === 0) return unanswered;
  return messageKeyOf(error.body.message) ?? (error.status === 400 ? 'failure.invalid' : 'failure.unexpected');
}

/** Like {@link failureKeyOf}; without a response it adds that no input is lost. */
export function formFailureKeyOf(error: unknown, unanswered: ConsoleKey = 'failure.noAnswerBody'): ConsoleKey {
  return failureKeyOf(error, unanswered);
}

function limitText({ rule, count, of }: FieldLimit, t: TFunction<'console'>): string {
  return t(`limit.${rule}`, { amount: t(`limit.of.${of}`, { count }) });
}

/** Returns the error text of a value that violates a contract rule: the limit if there is one, else `otherwise`. */
export function ruleText(
  rule: z.ZodType,
  value: unknown,
  { t, otherwise }: { readonly t: TFunction<'console'>; readonly otherwise: ConsoleKey },
): string | undefined {
  const issue = rule.safeParse(value).error?.issues[0];
  if (!issue) return undefined;
  const limit = limitOf(issue);
  if (limit) return limitText(limit, t);
  return t(issue.message === fieldMessages.invalid ? otherwise : (messageKeyOf(issue.message) ?? otherwise));
}

export function leafName({ field }: FieldError): string {
  return field.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

interface FieldErrorOptions {
  readonly nameOf?: (fieldError: FieldError) => string;
  readonly textOf?: (text: string, fieldError: FieldError) => string;
}

export function fieldErrorsOf(
  error: unknown,
  t: TFunction<'console'>,
  { nameOf = leafName, textOf = (text) => text }: FieldErrorOptions = {},
): Record<string, string> {
  const texts = new Map<string, Set<string>>();
  for (const fieldError of error instanceof ApiError ? (error.body.errors ?? []) : []) {
    const name = nameOf(fieldError);
    const text = fieldError.limit
      ? limitText(fieldError.limit, t)
      : t(messageKeyOf(fieldError.message) ?? 'failure.invalid');
    texts.set(name, (texts.get(name) ?? new Set()).add(textOf(text, fieldError)));
  }
  return Object.fromEntries([...texts].map(([name, all]) => [name, [...all].join(' ')]));
}

export function staleVersionOf<Stored>(error: unknown): Stored | undefined {
  const isStale = error instanceof ApiError && error.body.message === messages.staleRevision;
  return isStale ? (error.body.current as Stored | undefined) : undefined;
}
