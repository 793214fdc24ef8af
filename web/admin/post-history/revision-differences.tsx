import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RevisionComparison } from '#contract/post-history.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { FieldValue, useFieldNames } from './field-value.tsx';
import { type Block, type SideLines, toBlocks, type WordRun, wordDiffer } from './word-diff.ts';

type Difference = RevisionComparison['fields'][number];

const TEXTS: readonly Difference['field'][] = ['title', 'description', 'author', 'label'];

export function FieldDifferences({ fields, serviceId }: { fields: readonly Difference[]; serviceId: string }) {
  const { t } = useTranslation('console');
  const nameOf = useFieldNames();
  // The editor mode implies the body format.
  const hasModeChange = fields.some(({ field }) => field === 'editorMode');
  const shown = fields.filter(({ field }) => !(field === 'bodyFormat' && hasModeChange));
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="changed-fields">
      <h2 id="changed-fields">{t('history.fields')}</h2>
      <dl className="field-differences">
        {shown.map((difference) => (
          <div key={difference.field}>
            <dt>{nameOf(difference.field)}</dt>
            <dd>
              <OneDifference {...difference} serviceId={serviceId} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function OneDifference({ field, before, after, serviceId }: Difference & { serviceId: string }) {
  const { t } = useTranslation('console');
  if (TEXTS.includes(field)) {
    const texts = [String(before ?? ''), String(after ?? '')] as const;
    const language = contentLanguage(texts.join(' '));
    const words = wordDiffer(language)(...texts);
    if (words) {
      return (
        <span lang={language}>
          <Words words={words} />
        </span>
      );
    }
  }
  return (
    <>
      <div className="ui-row ui-gap-0-3" data-change="removed">
        <span className="side-name ui-note">{t('history.before')}</span>
        <FieldValue field={field} value={before} serviceId={serviceId} />
      </div>
      <div className="ui-row ui-gap-0-3" data-change="added">
        <span className="side-name ui-note">{t('history.after')}</span>
        <FieldValue field={field} value={after} serviceId={serviceId} />
      </div>
    </>
  );
}

type Body = Exclude<RevisionComparison['body'], { kind: 'same' }>;

const SAMPLE = 2000;

export function BodyDifference({ body }: { body: Body }) {
  const { t } = useTranslation('console');
  return (
    <section aria-labelledby="changed-body">
      <h2 id="changed-body">{t('posts.fields.body')}</h2>
      {body.kind === 'lines' ? <Lines lines={body.lines} /> : <Texts {...body} />}
    </section>
  );
}

function Lines({ lines }: Pick<Extract<Body, { kind: 'lines' }>, 'lines'>) {
  const { language, blocks } = useMemo(() => {
    const sample = lines.map(({ text }) => text.slice(0, SAMPLE)).join(' ');
    const own = contentLanguage(sample.slice(0, SAMPLE));
    return { language: own, blocks: toBlocks(lines, wordDiffer(own)) };
  }, [lines]);
  return (
    <div className="difference" lang={language}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no id
        <OneBlock key={index} block={block} />
      ))}
    </div>
  );
}

function OneBlock({ block }: { block: Block }) {
  const { t } = useTranslation('console');
  if (block.kind === 'same') return <SameLines text={block.text} />;
  if (block.kind === 'folded') {
    return (
      <details className="difference-folded">
        <summary>{t('history.folded', { count: block.count })}</summary>
        <SameLines text={block.text} />
      </details>
    );
  }
  return block.sides.map((side) => <Side key={side.change} side={side} />);
}

/** The browser collapses the last line break, so that a trailing empty line needs another one. */
function SameLines({ text }: { text: string }) {
  return <div className="difference-same">{`${text}\n`}</div>;
}

function Side({ side: { change, lines } }: { side: SideLines }) {
  const { t } = useTranslation('console');
  return (
    <div className="difference-side" data-change={change}>
      <span className="sr-only">{t(`history.side.${change}`)}</span>
      {lines.map((words, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id
        <div key={index} className="difference-line">
          <Words words={words} />
        </div>
      ))}
    </div>
  );
}

function Texts({ before, after }: Extract<Body, { kind: 'texts' }>) {
  const { t } = useTranslation('console');
  const side = (name: string, text: string) => (
    <section aria-label={name}>
      <h3>{name}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable */}
      <pre tabIndex={0} lang={contentLanguage(text.slice(0, SAMPLE))}>
        {text}
      </pre>
    </section>
  );
  return (
    <>
      <p className="ui-quiet">{t('history.tooDifferent')}</p>
      <div className="difference-texts">
        {side(t('history.before'), before)}
        {side(t('history.after'), after)}
      </div>
    </>
  );
}

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
