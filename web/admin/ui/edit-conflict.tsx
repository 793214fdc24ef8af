import { Button } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { contentLanguage } from '../../i18n/content-language.ts';

interface ConflictRow {
  readonly label: string;
  readonly yours: string;
  readonly saved: string;
}

interface EditConflictProps {
  readonly rows: readonly ConflictRow[];
  readonly onKeepMine: () => void;
  readonly onTakeSaved: () => void;
}

export function EditConflict({ rows, onKeepMine, onTakeSaved }: EditConflictProps) {
  const { t } = useTranslation('console');
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="edit-conflict" aria-labelledby={headingId}>
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        {t('conflict.title')}
      </h2>
      <p>{t('conflict.body')}</p>
      {rows.map(({ label, yours, saved }) => (
        <section key={label} aria-label={label}>
          <h3>{label}</h3>
          <dl>
            <Version name={t('conflict.yours')} text={yours} />
            <Version name={t('conflict.saved')} text={saved} />
          </dl>
        </section>
      ))}
      <div className="ui-row ui-gap-2-3 ui-above-4">
        <Button onClick={onKeepMine}>{t('conflict.keepMine')}</Button>
        <Button variant="default" onClick={onTakeSaved}>
          {t('conflict.takeSaved')}
        </Button>
      </div>
    </section>
  );
}

export type Field<Values> = Exclude<keyof Values, 'revision'>;

export interface Conflict<Values> extends Omit<EditConflictProps, 'rows'> {
  readonly fields: readonly Field<Values>[];
  readonly mine: Values;
  readonly saved: Values;
}

interface FormConflictProps<Values> {
  readonly conflict: Conflict<Values>;
  readonly labelOf: (field: Field<Values>) => string;
  readonly textOf: (field: Field<Values>, values: Values) => string;
}

export function FormConflict<Values>({ conflict, labelOf, textOf }: FormConflictProps<Values>) {
  const { fields, mine, saved, ...answers } = conflict;
  const rows = fields.map((field) => {
    return { label: labelOf(field), yours: textOf(field, mine), saved: textOf(field, saved) };
  });
  return <EditConflict rows={rows} {...answers} />;
}

function Version({ name, text }: { readonly name: string; readonly text: string }) {
  const { t } = useTranslation('console');
  return (
    <div>
      <dt>{name}</dt>
      {text === '' ? <dd>{t('conflict.empty')}</dd> : <dd lang={contentLanguage(text)}>{text}</dd>}
    </div>
  );
}
