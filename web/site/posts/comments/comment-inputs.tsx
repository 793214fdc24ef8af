import { type ComponentProps, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { locales, useLanguage } from '../../../i18n/language.ts';
import { preventFocusLoss } from '../../../ui/prevent-focus-loss.ts';
import {
  type Failure,
  FIELDS,
  type FieldName,
  type FieldProblem,
  lengthOf,
  MAX_LENGTH,
  type Typed,
} from './comment-fields.ts';

interface CommentInputsProps {
  readonly label: string;
  readonly typed: Typed;
  readonly failure: Failure | undefined;
}

export function CommentInputs({ label, typed, failure }: CommentInputsProps) {
  const { t } = useTranslation('comments');
  const aboutId = useId();
  const fieldErrors = failure?.fieldErrors ?? {};
  // Without scripts the browser focuses the first invalid field on load.
  const first = FIELDS.find((name) => fieldErrors[name] !== undefined);
  const hasMore = (['age', 'area'] as const).some((name) => typed[name] !== '' || fieldErrors[name] !== undefined);
  const field = (name: FieldName) => ({
    name,
    fieldError: fieldErrors[name],
    defaultValue: typed[name],
    autoFocus: name === first,
  });
  return (
    <>
      <BodyField {...field('body')} label={label} />
      <fieldset className="comment-about-fields ui-grid ui-gap-2-4" aria-describedby={aboutId}>
        <legend>{t('form.about')}</legend>
        <p className="comment-hint ui-quiet ui-small" id={aboutId}>
          {t('form.aboutHint')}
        </p>
        <ShortField {...field('nickname')} label={t('form.nickname')} autoComplete="nickname" />
        <details open={hasMore}>
          <summary>{t('form.more')}</summary>
          <div className="comment-more-fields ui-grid ui-gap-2-4">
            <ShortField {...field('age')} label={t('form.age')} autoComplete="off" />
            <ShortField {...field('area')} label={t('form.area')} autoComplete="address-level1" />
          </div>
        </details>
      </fieldset>
    </>
  );
}

interface FieldProps {
  readonly name: FieldName;
  readonly label: string;
  readonly fieldError: FieldProblem | undefined;
  readonly defaultValue: string;
  readonly autoFocus: boolean;
}

function ShortField({ label, fieldError, ...input }: FieldProps & Pick<ComponentProps<'input'>, 'autoComplete'>) {
  const id = useId();
  return (
    <div className="comment-field ui-grid ui-gap-1" data-invalid={fieldError && ''} data-field={input.name}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        aria-invalid={fieldError ? true : undefined}
        aria-describedby={fieldError ? `${id}-error` : undefined}
      />
      <FieldError id={`${id}-error`} name={input.name} fieldError={fieldError} />
    </div>
  );
}

function BodyField({ label, fieldError, ...area }: FieldProps) {
  const { t } = useTranslation('comments');
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const result = [`${id}-hint`, fieldError && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="comment-field ui-grid ui-gap-1" data-invalid={fieldError && ''} data-field="body">
      <label htmlFor={id}>{label}</label>
      <textarea
        {...area}
        ref={field}
        id={id}
        rows={5}
        required
        aria-invalid={fieldError ? true : undefined}
        aria-describedby={result}
      />
      <div className="ui-row ui-spread ui-gap-0-4">
        <p className="comment-hint ui-quiet ui-small" id={`${id}-hint`}>
          {t('form.bodyHint', { max: MAX_LENGTH })}
        </p>
        <LetterCount field={field} />
      </div>
      <FieldError id={`${id}-error`} name="body" fieldError={fieldError} />
    </div>
  );
}

function FieldError({ id, name, fieldError }: { id: string; name: FieldName; fieldError: FieldProblem | undefined }) {
  const { t } = useTranslation('comments');
  if (fieldError === undefined) return null;
  return (
    <p className="field-error ui-small ui-danger" id={id}>
      {t(wordOf(name, fieldError), { max: MAX_LENGTH })}
    </p>
  );
}

function wordOf(name: FieldName, fieldError: FieldProblem) {
  if (name !== 'body') return fieldError === 'long' ? 'error.long' : 'error.invalid';
  return ({ empty: 'error.bodyEmpty', long: 'error.bodyLong', invalid: 'error.invalid' } as const)[fieldError];
}

/** Few, so that screen readers do not interrupt typing. */
const ANNOUNCED_AT = [100, 50, 20, 10, 0];

function LetterCount({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const { t } = useTranslation('comments');
  const locale = locales[useLanguage()];
  const [length, setLength] = useState<number>();
  useEffect(() => {
    const area = field.current;
    if (!area) return;
    const count = () => setLength(lengthOf(area.value));
    // Restoring or emptying the form dispatches `input`, too.
    count();
    area.addEventListener('input', count);
    return () => area.removeEventListener('input', count);
  }, [field]);
  if (length === undefined) return null;
  const left = MAX_LENGTH - length;
  const step = left < 0 ? left : ANNOUNCED_AT.findLast((each) => left <= each);
  return (
    <p className="comment-count ui-quiet ui-small ui-digits" data-over={left < 0 || undefined}>
      <span aria-hidden="true">{`${length.toLocaleString(locale)} / ${MAX_LENGTH.toLocaleString(locale)}`}</span>
      <span className="sr-only" aria-live="polite">
        {step !== undefined && (left < 0 ? t('form.over', { count: -left }) : t('form.left', { count: step }))}
      </span>
    </p>
  );
}

interface SendButtonProps {
  readonly isBusy: boolean;
  readonly tone?: 'danger';
  readonly children: ReactNode;
}

export function SendButton({ isBusy, tone, children }: SendButtonProps) {
  const { t } = useTranslation('comments');
  return (
    <button
      type="submit"
      className="button comment-send"
      data-tone={tone}
      aria-disabled={isBusy}
      onMouseDown={preventFocusLoss}
    >
      {isBusy ? t('form.sending') : children}
    </button>
  );
}

/** Takes focus after a page load, unless a field has an error. */
export function FormFailure({ failure, title }: { failure: Failure | undefined; title: string }) {
  const { t } = useTranslation('comments');
  const hasFieldErrors = failure !== undefined && Object.keys(failure.fieldErrors).length > 0;
  return (
    <div className="form-failure" role="alert">
      {failure && (
        // biome-ignore lint/a11y/noAutofocus: focuses the error of the last submit
        <p tabIndex={-1} autoFocus={!hasFieldErrors}>
          {failure.word !== 'check' && (
            <>
              <strong>{title}</strong>
              <br />
            </>
          )}
          {t(`failure.${failure.word}`)}
        </p>
      )}
    </div>
  );
}
