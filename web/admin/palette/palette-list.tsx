import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyPost } from '#contract/admin-search.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { useActor } from '../../session/actor.ts';
import { PostStatusBadges } from '../posts/post-status.tsx';
import type { FoundPosts } from '../posts/use-found-posts.ts';
import type { Entry } from './entries.ts';

interface Option {
  readonly entry?: Entry;
  readonly post?: AnyPost;
  readonly run: (isNewTab: boolean) => void;
}

interface PaletteListProps {
  readonly id: string;
  readonly options: readonly Option[];
  readonly active: number;
  readonly idOf: (index: number) => string;
  readonly state: FoundPosts['state'];
  readonly isBlank: boolean;
  readonly onPoint: (index: number) => void;
}

export function PaletteList({ id, options, active, idOf, state, isBlank, onPoint }: PaletteListProps) {
  const { t } = useTranslation('console');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const option = list.current?.querySelectorAll('[role=option]')[active];
    option?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const numbered = options.map((option, index) => ({ ...option, index }));
  const groups = [
    { title: t('palette.actions'), options: numbered.filter(({ entry }) => entry?.kind === 'action') },
    { title: t('palette.screens'), options: numbered.filter(({ entry }) => entry?.kind === 'screen') },
    { title: t(isBlank ? 'palette.lastPosts' : 'palette.posts'), options: numbered.filter(({ post }) => post) },
  ];
  return (
    <>
      <div className="palette-list" role="listbox" id={id} ref={list} aria-label={t('palette.title')}>
        {groups.map(
          ({ title, options }) =>
            options.length > 0 && (
              // biome-ignore lint/a11y/useSemanticElements: a listbox must not contain a fieldset
              <div key={title} role="group" aria-label={title}>
                <p className="palette-group ui-tiny" aria-hidden="true">
                  {title}
                </p>
                {options.map(({ index, ...option }) => (
                  <PaletteOption
                    key={idOf(index)}
                    id={idOf(index)}
                    option={option}
                    isActive={index === active}
                    onPoint={() => onPoint(index)}
                  />
                ))}
              </div>
            ),
        )}
      </div>
      <PaletteFoot state={state} count={options.length} />
    </>
  );
}

interface PaletteOptionProps {
  readonly id: string;
  readonly option: Option;
  readonly isActive: boolean;
  readonly onPoint: () => void;
}

function PaletteOption({ id, option: { entry, post, run }, isActive, onPoint }: PaletteOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles keys and sets aria-activedescendant
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
    <div
      id={id}
      role="option"
      className="palette-option ui-line ui-baseline ui-gap-3"
      aria-selected={isActive}
      onPointerMove={isActive ? undefined : onPoint}
      // Keeps the focus in the search field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => run(event.ctrlKey || event.metaKey)}
    >
      {entry && <EntryName entry={entry} />}
      {post && <PostName post={post} />}
    </div>
  );
}

function EntryName({ entry: { title, service } }: { entry: Entry }) {
  const { t } = useTranslation('console');
  return (
    <>
      <span className="ui-ellipsis">{t(title)}</span>
      {service && <ServiceName label={service.label} />}
    </>
  );
}

function PostName({ post: { title, serviceId, status, isHiddenInList } }: { post: AnyPost }) {
  const { services } = useActor();
  const service = services.find((each) => each.serviceId === serviceId);
  return (
    <>
      <span className="ui-ellipsis" lang={contentLanguage(title)}>
        {title}
      </span>
      <PostStatusBadges post={{ status, isHiddenInList, effectiveAt: null }} />
      <ServiceName label={service?.label ?? serviceId} />
    </>
  );
}

function ServiceName({ label }: { label: string }) {
  return (
    <span className="palette-service ui-ellipsis ui-note" lang={contentLanguage(label)}>
      {label}
    </span>
  );
}

function PaletteFoot({ state, count }: { state: FoundPosts['state']; count: number }) {
  const { t } = useTranslation('console');
  const isEmpty = state === 'loaded' && count === 0;
  return (
    <div className="palette-foot ui-line ui-spread ui-gap-3 ui-note">
      <p role="status">
        {state === 'failed' && t('palette.failed')}
        {state === 'loading' && t('palette.asking')}
        {isEmpty && t('palette.nothing')}
        {state === 'loaded' && count > 0 && <span className="sr-only">{t('palette.count', { count })}</span>}
      </p>
      <p className="palette-keys ui-line ui-gap-2 ui-fixed" aria-hidden="true">
        {KEYS.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </p>
    </div>
  );
}

const KEYS = ['↑', '↓', 'Enter', 'Esc'];
