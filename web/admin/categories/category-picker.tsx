import { CloseButton, Popover, TextInput } from '@mantine/core';
import { Check, ChevronRight, ChevronsUpDown } from 'lucide-react';
import { type CSSProperties, type FocusEventHandler, type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CategoryOption } from './category-options.ts';
import { useCategoryChoice } from './use-category-choice.ts';
import './category-picker.css';

interface CategoryPickerProps {
  readonly label: string;
  readonly description?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly options: readonly CategoryOption[];
  readonly value: string;
  readonly onChange: (slug: string) => void;
  readonly error?: ReactNode;
  readonly disabledSlugs?: ReadonlySet<string> | undefined;
  readonly 'data-path'?: string | undefined;
  readonly 'data-autofocus'?: boolean | undefined;
  readonly onFocus?: FocusEventHandler<HTMLInputElement> | undefined;
  readonly onBlur?: FocusEventHandler<HTMLInputElement> | undefined;
}

const NONE: ReadonlySet<string> = new Set();

export function CategoryPicker(props: CategoryPickerProps) {
  const { label, options, value, onChange, disabledSlugs = NONE, placeholder, onFocus, onBlur, ...field } = props;
  const { t } = useTranslation('console');
  const treeId = useId();
  const input = useRef<HTMLInputElement>(null);
  const choice = useCategoryChoice({ options, value, disabledSlugs, onChange });
  const { isOpen, activeSlug, shown } = choice;
  const chosen = options.find((option) => option.value === value);
  // Shows the slug of a selected category that no longer exists.
  const path = chosen?.label ?? value;
  const hasActive = isOpen && shown.some((option) => option.value === activeSlug);

  const clear = (
    <CloseButton
      size="sm"
      aria-label={t('categories.picker.clear', { label })}
      onClick={() => {
        choice.close();
        onChange('');
        input.current?.focus();
      }}
    />
  );

  return (
    <Popover
      opened={isOpen}
      position="bottom-start"
      offset={4}
      width="target"
      withRoles={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <TextInput
          {...field}
          ref={input}
          className="category-picker"
          label={label}
          role="combobox"
          aria-haspopup="tree"
          aria-expanded={isOpen}
          aria-controls={isOpen ? treeId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={hasActive ? rowId(treeId, activeSlug) : undefined}
          autoCapitalize="none"
          spellCheck={false}
          placeholder={isOpen && path !== '' ? path : placeholder}
          value={isOpen ? choice.search : path}
          title={isOpen ? undefined : path}
          // Keeps a surrounding dialog open when Escape closes the tree.
          data-mantine-stop-propagation={isOpen}
          rightSection={path === '' ? <ChevronsUpDown className="ui-quiet" size={14} /> : clear}
          rightSectionPointerEvents={path === '' ? 'none' : 'all'}
          onClick={choice.open}
          onKeyDown={choice.handleKey}
          onChange={({ target }) => choice.look(target.value)}
          onFocus={(event) => {
            event.target.select();
            onFocus?.(event);
          }}
          onBlur={(event) => {
            choice.close();
            onBlur?.(event);
          }}
        />
      </Popover.Target>
      <Popover.Dropdown
        className="category-choices"
        role="region"
        aria-label={label}
        onMouseDown={(event) => event.preventDefault()}
      >
        {shown.length === 0 ? (
          <p className="category-choices-none" role="status">
            {t(options.length === 0 ? 'categories.picker.empty' : 'categories.picker.noMatch')}
          </p>
        ) : (
          <div role="tree" id={treeId} aria-label={label}>
            {shown.map((option) => (
              <Choice
                key={option.value}
                id={rowId(treeId, option.value)}
                option={option}
                isFlat={choice.isSearching}
                isActive={option.value === activeSlug}
                isChosen={option.value === value}
                isUnfolded={choice.unfolded.has(option.value)}
                isDisabled={disabledSlugs.has(option.value)}
                onPick={choice.pick}
                onFold={choice.fold}
              />
            ))}
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly option: CategoryOption;
  /** Search results are a flat list with paths instead of a tree. */
  readonly isFlat: boolean;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly isUnfolded: boolean;
  readonly isDisabled: boolean;
  readonly onPick: (slug: string) => void;
  readonly onFold: (slug: string, isUnfolded: boolean) => void;
}

function Choice({ id, option, isFlat, isActive, isChosen, isUnfolded, isDisabled, onPick, onFold }: ChoiceProps) {
  const row = useRef<HTMLDivElement>(null);
  const { value, label, name, depth, hasChildren } = option;
  const canFold = hasChildren && !isFlat;
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and sets aria-activedescendant
    <div
      ref={row}
      id={id}
      role="treeitem"
      aria-level={isFlat ? 1 : depth + 1}
      aria-expanded={canFold ? isUnfolded : undefined}
      aria-selected={isChosen}
      aria-disabled={isDisabled || undefined}
      data-active={isActive || undefined}
      style={{ '--depth': isFlat ? 0 : depth } as CSSProperties}
      onClick={() => onPick(value)}
    >
      {canFold ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys do the same
        // biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys do the same
        <span
          className="category-choice-fold ui-grid ui-quiet"
          onClick={(event) => {
            event.stopPropagation();
            onFold(value, !isUnfolded);
          }}
        >
          <ChevronRight />
        </span>
      ) : (
        <span className="category-choice-fold ui-grid ui-quiet" />
      )}
      <span className="category-choice-name">{isFlat ? label : name}</span>
      {isChosen && <Check />}
    </div>
  );
}

function rowId(treeId: string, slug: string): string {
  return `${treeId}-${slug}`;
}
