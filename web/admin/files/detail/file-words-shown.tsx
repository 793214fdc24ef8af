import { useTranslation } from 'react-i18next';
import type { AdminFile } from '#contract/admin-files.ts';
import { Fact, Facts, NOTHING } from '../../ui/facts.tsx';

export function FileWordsShown({ file: { fileType, alt, caption } }: { file: AdminFile }) {
  const { t } = useTranslation('console');
  const lines = [
    ...(fileType === 'image' ? [{ text: t('files.words.alt'), wording: alt }] : []),
    { text: t('files.words.caption'), wording: caption },
  ];
  return (
    <section className="file-section" aria-labelledby="file-words">
      <h2 id="file-words">{t('files.words.heading')}</h2>
      <Facts>
        {lines.flatMap(({ text, wording }) =>
          (['en', 'ja'] as const).map((language) => (
            <Fact
              key={`${text} ${language}`}
              name={t('files.words.ofLanguage', { text, language: t(`files.words.${language}`) })}
            >
              <span lang={language}>{wording[language] ?? NOTHING}</span>
            </Fact>
          )),
        )}
      </Facts>
    </section>
  );
}
