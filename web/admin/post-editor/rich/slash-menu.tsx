import { Portal, UnstyledButton } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RichTool, slashTools, type ToolContext, type ToolName } from './rich-tools.ts';

/** Search terms besides the tool names, in both languages because authors write in both. */
const slashWords: Readonly<Partial<Record<ToolName, string>>> = {
  paragraph: 'text paragraph plain 本文 ほんぶん 段落',
  heading2: 'heading 2 h2 title 見出し2 みだし',
  heading3: 'heading 3 h3 subtitle 見出し3 みだし',
  heading4: 'heading 4 h4 見出し4 みだし',
  bulletList: 'list bullets items 箇条書き リスト かじょうがき',
  orderedList: 'numbered list ordered steps 番号付きリスト ばんごう 番号',
  taskList: 'task list todo checkbox タスクリスト たすく チェック',
  blockquote: 'quote citation 引用 いんよう',
  codeBlock: 'code block pre source コードブロック こーど',
  table: 'table rows columns grid 表 ひょう テーブル',
  horizontalRule: 'rule line divider hr 区切り線 くぎり 罫線',
  image: 'image picture photo upload 画像 がぞう 写真',
  file: 'file document attachment ファイル ふぁいる 添付',
  embed: 'video audio movie music embed youtube 動画 どうが 音声 おんせい 埋め込み',
  html: 'html source raw ソース',
};

interface SlashMatch {
  readonly from: number;
  readonly to: number;
  readonly query: string;
}

/** Matches a slash at the start of a word, including the full-width one of Japanese input methods. */
const SLASH = /(?:^|\s|\u3000)([/／])([^\s/／]{0,20})$/u;

function slashMatch({ state, isEditable }: Editor): SlashMatch | undefined {
  const { $from, empty } = state.selection;
  if (!empty || !isEditable || !$from.parent.isTextblock || $from.parent.type.spec.code) return undefined;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc');
  const [, slash, query] = SLASH.exec(before) ?? [];
  if (slash === undefined || query === undefined) return undefined;
  return { from: $from.pos - query.length - 1, to: $from.pos, query };
}

const MENU_ID = 'rich-slash-menu';
const optionId = (name: string) => `${MENU_ID}-${name}`;

export function SlashMenu(context: ToolContext) {
  const { editor } = context;
  const { t } = useTranslation('console');
  const [match, setMatch] = useState<SlashMatch>();
  const [chosen, setChosen] = useState(0);
  const dismissed = useRef<number>(undefined);

  const items = match ? slashTools.filter((tool) => isMatch(tool, match.query)) : [];
  const isOpen = items.length > 0;
  const current = items[Math.min(chosen, items.length - 1)];

  function isMatch({ name, isDisabled }: RichTool, query: string): boolean {
    const words = `${t(`richText.tools.${name}`)} ${slashWords[name]} ${name}`.toLowerCase();
    return words.includes(query.toLowerCase()) && !isDisabled?.(editor);
  }

  function pick(tool: RichTool): void {
    if (!match) return;
    editor.chain().focus().deleteRange({ from: match.from, to: match.to }).run();
    tool.run(context);
  }

  useEffect(() => {
    function update(): void {
      const found = slashMatch(editor);
      if (found?.from !== dismissed.current) dismissed.current = undefined;
      setMatch(found && found.from !== dismissed.current ? found : undefined);
    }
    const close = () => setMatch(undefined);
    editor.on('update', update);
    editor.on('selectionUpdate', update);
    editor.on('blur', close);
    return () => {
      editor.off('update', update);
      editor.off('selectionUpdate', update);
      editor.off('blur', close);
    };
  }, [editor]);

  const isAtStart = match?.query === '';
  useEffect(() => {
    if (isAtStart) setChosen(0);
  }, [isAtStart]);

  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setChosen((items.indexOf(current as RichTool) + 1) % items.length),
    ArrowUp: () => setChosen((items.indexOf(current as RichTool) + items.length - 1) % items.length),
    Enter: () => current && pick(current),
    Tab: () => current && pick(current),
    Escape: () => {
      dismissed.current = match?.from;
      setMatch(undefined);
    },
  };
  const latest = useRef({ isOpen, keys });
  latest.current = { isOpen, keys };

  useEffect(() => {
    const { dom } = editor.view;
    function press(event: KeyboardEvent): void {
      const isComposing = event.isComposing || event.keyCode === 229;
      const act = latest.current.isOpen && !isComposing ? latest.current.keys[event.key] : undefined;
      if (!act) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      act();
    }
    dom.addEventListener('keydown', press, true);
    return () => dom.removeEventListener('keydown', press, true);
  }, [editor]);

  const currentName = current?.name;
  useEffect(() => {
    const { dom } = editor.view;
    if (isOpen && currentName) {
      dom.setAttribute('aria-controls', MENU_ID);
      dom.setAttribute('aria-activedescendant', optionId(currentName));
      document.getElementById(optionId(currentName))?.scrollIntoView({ block: 'nearest' });
    } else {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    }
  }, [editor, isOpen, currentName]);

  if (!match || !isOpen) return null;
  return (
    <Portal>
      <div
        className="slash-menu"
        id={MENU_ID}
        role="listbox"
        aria-label={t('richText.slash')}
        style={placeBelow(editor.view.coordsAtPos(match.from))}
      >
        {items.map((tool) => {
          const { name, icon: Icon } = tool;
          return (
            <UnstyledButton
              key={name}
              id={optionId(name)}
              role="option"
              tabIndex={-1}
              aria-selected={tool === current}
              className="slash-option"
              // Keeps the focus in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(tool)}
            >
              <Icon />
              {t(`richText.tools.${name}`)}
            </UnstyledButton>
          );
        })}
      </div>
    </Portal>
  );
}

const MENU_HEIGHT = 288;
const MENU_WIDTH = 240;
const GAP = 6;

function placeBelow({ top, bottom, left }: { top: number; bottom: number; left: number }) {
  const fitsBelow = bottom + MENU_HEIGHT < innerHeight;
  return {
    left: scrollX + Math.max(GAP, Math.min(left, innerWidth - MENU_WIDTH - GAP)),
    ...(fitsBelow ? { top: scrollY + bottom + GAP } : { top: scrollY + top - GAP, transform: 'translateY(-100%)' }),
  };
}
