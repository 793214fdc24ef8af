import { useTranslation } from 'react-i18next';
import type { WordRun } from './word-diff.ts';

/** Words, with those that were put in or taken out told apart by more than colour. */
export function Words({ words }: { words: readonly WordRun[] }) {
  const { t } = useTranslation('console');
  return words.map(({ change, text }, index) => {
    // Runs have no other name than their place, and never change.
    const key = `${index} ${change}`;
    if (change === 'same') return <span key={key}>{text}</span>;
    const Tag = change === 'added' ? 'ins' : 'del';
    return (
      <Tag key={key}>
        <span className="sr-only">{t(`history.${change}`)} </span>
        {text}
      </Tag>
    );
  });
}
