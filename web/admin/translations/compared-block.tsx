import { CircleAlert, CircleMinus, CirclePlus, Image, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ComparedBlock, TranslationBlock } from '#contract/translations.ts';
import { Words } from '../post-history/revision-differences.tsx';
import { type WordRun, wordDiffer } from '../post-history/word-diff.ts';
import { Badge } from '../ui/badge.tsx';
import { differingLiterals } from './differing-literals.ts';
import '../post-history/history.css';

interface BlockProps {
  readonly block: ComparedBlock;
  readonly language: string;
}

const MARKS = {
  changed: { tone: 'waiting', icon: CircleAlert },
  missing: { tone: 'waiting', icon: CirclePlus },
  extra: { tone: 'bad', icon: CircleMinus },
} as const satisfies Record<string, { tone: string; icon: LucideIcon }>;

/** The block of the original, with the words that changed since its last review. */
export function OriginalBlock({ block: { state, original, former }, language }: BlockProps) {
  const { t } = useTranslation('console');
  const shown = original ?? former;
  if (!shown) return <p className="ui-note">{t('translations.review.onlyInTranslation')}</p>;
  return (
    <>
      {state !== 'current' && <Badge {...MARKS[state]} text={t(`translations.review.states.${state}`)} />}
      <BlockText block={shown} language={language} words={changedWords(original, former, language)} />
    </>
  );
}

function changedWords(
  original: TranslationBlock | null,
  former: TranslationBlock | null,
  language: string,
): readonly WordRun[] | undefined {
  if (!original) return former ? [{ change: 'removed', text: former.text }] : undefined;
  // With equal texts, an address or the kind of the block changed.
  if (!former || former.text === original.text) return undefined;
  return (
    wordDiffer(language)(former.text, original.text) ?? [
      { change: 'removed', text: former.text },
      { change: 'added', text: original.text },
    ]
  );
}

interface BlockTextProps {
  readonly block: TranslationBlock;
  readonly language: string;
  readonly words?: readonly WordRun[] | undefined;
}

function BlockText({ block: { kind, text, literals }, language, words }: BlockTextProps) {
  const { t } = useTranslation('console');
  const shown = words ? <Words words={words} /> : text;
  if (kind === 'code') return <pre className="translation-text">{shown}</pre>;
  if (kind === 'picture') {
    return (
      <p className="translation-text ui-line ui-gap-2">
        <Image size={16} aria-label={t('translations.review.picture')} />
        <span lang={language}>{shown || literals[0]}</span>
      </p>
    );
  }
  return (
    <p className="translation-text" lang={language} data-kind={kind}>
      {shown}
    </p>
  );
}

/** The block of the translation, with what it should share with the original and does not. */
export function TranslatedBlock({ block: { original, translation }, language }: BlockProps) {
  const { t } = useTranslation('console');
  if (!translation) return <p className="ui-note">{t('translations.review.notInTranslation')}</p>;
  const isCopy = original !== null && isUntranslated(original, translation);
  return (
    <>
      <BlockText block={translation} language={language} />
      {isCopy && <p className="ui-note">{t('translations.review.sameText')}</p>}
      {original && <Differences original={original} translation={translation} />}
    </>
  );
}

function isUntranslated(original: TranslationBlock, { kind, text }: TranslationBlock): boolean {
  return kind !== 'code' && text === original.text && /\p{L}{2,}/u.test(text);
}

function Differences({ original, translation }: { original: TranslationBlock; translation: TranslationBlock }) {
  const { t } = useTranslation('console');
  const { onlyInOriginal, onlyInTranslation } = differingLiterals(original, translation);
  const sides = [
    ['translations.review.lacks', onlyInOriginal],
    ['translations.review.adds', onlyInTranslation],
  ] as const;
  return sides.map(
    ([text, literals]) =>
      literals.length > 0 && (
        <p key={text} className="translation-literals ui-note">
          {t(text)}{' '}
          {literals.map((literal) => (
            <code key={literal}>{literal}</code>
          ))}
        </p>
      ),
  );
}
