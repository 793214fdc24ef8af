import { UnstyledButton } from '@mantine/core';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BodyFormat, formatOfMode } from '#contract/posts.ts';
import { readingSecondsOf, textLengthOf } from '#contract/reading-time.ts';
import type { BodyHandle } from '../post-editor/body-handle.ts';
import { outlineOf, plainTextOf } from '../post-editor/outline.ts';
import { FormSection } from './form-section.tsx';
import type { Observable } from './observable.ts';
import type { PostFormState } from './use-post-form.ts';

const PAUSE_MS = 400;

/** The body once typing has paused, because counting on each key would delay the next one. */
function useSettled({ get, subscribe }: Observable<string>): string {
  const [settled, setSettled] = useState(get);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setSettled(get()), PAUSE_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [get, subscribe]);
  return settled;
}

interface TextFactsProps {
  readonly state: PostFormState;
}

/** Words or Japanese characters, and the reading time. */
export function TextLengthLine({ state: { body, form } }: TextFactsProps) {
  const { t } = useTranslation('console');
  const format = formatOfMode[form.values.editorMode];
  const settled = useSettled(body);
  const length = useMemo(() => lengthOf(settled, format), [settled, format]);
  if (!length) return null;
  const { words, characters, minutes } = length;
  const facts = [
    words !== undefined && t('writing.words', { count: words }),
    t('writing.characters', { count: characters }),
    t('writing.minutes', { count: minutes }),
  ];
  return <p className="ui-tiny">{facts.filter(Boolean).join(' · ')}</p>;
}

function lengthOf(body: string, format: BodyFormat) {
  if (format === 'json') return undefined;
  const text = plainTextOf(body, format);
  const characters = [...text.replace(/\s/g, '')].length;
  const { words, japaneseLetters } = textLengthOf(text);
  const minutes = Math.ceil(readingSecondsOf(text) / 60);
  return characters === 0 ? undefined : { characters, minutes, words: words > japaneseLetters ? words : undefined };
}

export interface OutlineSectionProps extends TextFactsProps {
  readonly editor: RefObject<BodyHandle | null>;
  readonly onChoose: () => void;
}

export function OutlineSection({ state: { body, form }, editor, onChoose }: OutlineSectionProps) {
  const { t } = useTranslation('console');
  const format = formatOfMode[form.values.editorMode];
  const settled = useSettled(body);
  const headings = useMemo(() => outlineOf(settled, format), [settled, format]);
  if (headings.length === 0) return null;
  const top = Math.min(...headings.map(({ level }) => level));
  return (
    <FormSection name="outline" title={t('writing.outline')}>
      <ol className="post-outline">
        {headings.map(({ level, text, offset }, index) => (
          <li key={offset} style={{ paddingInlineStart: `${level - top}em` }}>
            <UnstyledButton
              onClick={() => {
                onChoose();
                editor.current?.showHeading(index);
              }}
            >
              {text}
            </UnstyledButton>
          </li>
        ))}
      </ol>
    </FormSection>
  );
}
