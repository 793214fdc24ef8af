import { ActionIcon } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyLabels, useIsMac } from '../ui/shortcuts.ts';

export interface StripTool {
  readonly name: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly letter?: string | undefined;
  /** Undefined for tools that are not toggles. */
  readonly isPressed?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly opensDialog?: boolean | undefined;
  readonly onPress: () => void;
}

/** Toolbar with roving tabindex: one Tab stop, arrow keys move between the buttons. */
export function ToolStrip({ label, tools }: { label: string; tools: readonly StripTool[] }) {
  const [stop, setStop] = useState(0);
  const last = tools.length - 1;
  const current = Math.min(stop, last);

  function move(event: KeyboardEvent<HTMLDivElement>): void {
    const next = nextStop(event.key, current, last);
    if (next === undefined) return;
    event.preventDefault();
    setStop(next);
    event.currentTarget.querySelectorAll('button').item(next).focus();
  }

  return (
    <div className="editor-toolbar ui-row" role="toolbar" aria-label={label} onKeyDown={move}>
      {tools.map((tool, index) => (
        <ToolButton key={tool.name} {...tool} isStop={index === current} onFocus={() => setStop(index)} />
      ))}
    </div>
  );
}

interface ToolButtonProps extends StripTool {
  readonly isStop: boolean;
  readonly onFocus: () => void;
}

function ToolButton(props: ToolButtonProps) {
  const { label, icon: Icon, letter, isPressed, isDisabled = false, opensDialog, onPress, isStop, onFocus } = props;
  const { t } = useTranslation('console');
  const [shortcut = ''] = keyLabels('mod+k', useIsMac());
  return (
    <ActionIcon
      tabIndex={isStop ? 0 : -1}
      aria-label={label}
      aria-pressed={isPressed}
      // Keeps disabled tools focusable and readable for screen readers.
      aria-disabled={isDisabled || undefined}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      aria-keyshortcuts={letter && `Control+${letter} Meta+${letter}`}
      title={letter ? t('posts.toolWithKey', { name: label, shortcut, key: letter }) : label}
      onFocus={onFocus}
      // Keeps the selection in the text while the button is pressed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={isDisabled ? undefined : onPress}
    >
      <Icon size={17} />
    </ActionIcon>
  );
}

function nextStop(key: string, current: number, last: number): number | undefined {
  if (key === 'ArrowRight') return current === last ? 0 : current + 1;
  if (key === 'ArrowLeft') return current === 0 ? last : current - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}
