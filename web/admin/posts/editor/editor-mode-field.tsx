import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EditorMode, formatOfMode } from '#contract/posts.ts';
import { confirm } from '../../ui/confirm.tsx';
import { modesFor } from './editor-modes.ts';

export interface EditorModeFieldProps {
  readonly mode: EditorMode;
  /** The mode that the post has had so far. */
  readonly initialMode: EditorMode;
  /** Whether nothing is written that would be read in another way. */
  readonly isEmpty: boolean;
  readonly onChange: (mode: EditorMode) => void;
}

/** How the body is written. The text stays as it is; whether it is to be read in another way is asked first. */
export function EditorModeField({ mode, initialMode, isEmpty, onChange }: EditorModeFieldProps) {
  const { t } = useTranslation('console');

  async function change(value: string | null): Promise<void> {
    const next = EditorMode.safeParse(value).data;
    if (next === undefined || next === mode) return;
    const isSameFormat = formatOfMode[next] === formatOfMode[mode];
    if (!isEmpty && !isSameFormat && !(await askToSwitch(next))) return;
    onChange(next);
  }

  function askToSwitch(next: EditorMode): Promise<boolean> {
    const mode = t(`posts.modes.${next}.name`);
    return confirm({
      title: t('posts.switchMode.title', { mode }),
      text: t('posts.switchMode.text', { mode }),
      action: t('posts.switchMode.action'),
    });
  }

  return (
    <Select
      className="editor-mode"
      aria-label={t('posts.fields.editorMode')}
      data={modesFor(initialMode).map((each) => ({ value: each, label: t(`posts.modes.${each}.name`) }))}
      value={mode}
      allowDeselect={false}
      onChange={(value) => void change(value)}
    />
  );
}
