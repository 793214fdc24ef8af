import { useTranslation } from 'react-i18next';
import type { WordRun } from './word-diff.ts';

export function Words({ words }: { words: readonly WordRun[] }) {
  const { t } = useTranslation('console');
  return words.map(({ change, text }, index) => {
    // Runs have no identity besides their index and never change.
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
