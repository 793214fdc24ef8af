import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EditorMode } from '#contract/posts.ts';
import { editorModes } from './editor-modes.ts';

export interface EditorModeFieldProps {
  readonly mode: EditorMode;
  readonly onAsk: (mode: EditorMode) => void;
}

export function EditorModeField({ mode, onAsk }: EditorModeFieldProps) {
  const { t } = useTranslation('console');
  return (
    <Select
      className="editor-mode"
      aria-label={t('posts.fields.editorMode')}
      data={editorModes.map((each) => ({ value: each, label: t(`posts.modes.${each}.name`) }))}
      value={mode}
      allowDeselect={false}
      onChange={(value) => {
        const next = EditorMode.safeParse(value).data;
        if (next !== undefined && next !== mode) onAsk(next);
      }}
    />
  );
}
