import type { ToolName } from './rich-tools.ts';

/** Search terms besides the tool names, in both languages because authors write in both. */
export const slashWords: Readonly<Partial<Record<ToolName, string>>> = {
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
  embed: 'film, sound or page video audio movie music embed youtube 動画・音声・ページ どうが おんせい 埋め込み',
  html: 'html source raw ソース',
};
