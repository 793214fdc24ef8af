import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { StreamLanguage, type StreamParser } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import type { BodyFormat } from '#contract/posts.ts';

type Stream = Parameters<StreamParser<unknown>['token']>[0];

interface Reading {
  /** Where in a tag, or in what that ends on a later line. */
  place: 'text' | 'tag' | 'comment';
}

/** Enough of HTML for colours: tags, their attributes, comments and entities. */
const html = StreamLanguage.define<Reading>({
  name: 'html',
  startState: () => ({ place: 'text' }),
  token: (stream, state) => readers[state.place](stream, state),
});

const readers: Readonly<Record<Reading['place'], (stream: Stream, state: Reading) => string | null>> = {
  text: (stream, state) => {
    if (stream.match('<!--')) {
      state.place = 'comment';
      return 'comment';
    }
    if (stream.match(/^<\/?[a-z][^\s/>]*/i)) {
      state.place = 'tag';
      return 'tagName';
    }
    if (stream.match(/^&#?\w+;/)) return 'atom';
    stream.next();
    stream.eatWhile(/[^<&]/);
    return null;
  },
  tag: (stream, state) => {
    if (stream.eatSpace()) return null;
    if (stream.match(/^\/?>/)) {
      state.place = 'text';
      return 'tagName';
    }
    if (stream.match(/^=\s*(?:"[^"]*"?|'[^']*'?|[^\s"'>]+)/)) return 'string';
    if (stream.match(/^[^\s=>/]+/)) return 'attributeName';
    stream.next();
    return null;
  },
  comment: (stream, state) => {
    if (stream.skipTo('-->')) {
      stream.match('-->');
      state.place = 'text';
    } else {
      stream.skipToEnd();
    }
    return 'comment';
  },
};

const json = StreamLanguage.define<null>({
  name: 'json',
  startState: () => null,
  token: (stream) => {
    if (stream.eatSpace()) return null;
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return stream.match(/^\s*:/, false) ? 'propertyName' : 'string';
    if (stream.match(/^-?\d[\d.eE+-]*/)) return 'number';
    if (stream.match(/^(?:true|false|null)\b/)) return 'atom';
    stream.next();
    return null;
  },
});

/** How the editor reads a text of each format. */
export const sourceLanguages: Readonly<Record<BodyFormat, Extension>> = {
  markdown: markdown({ base: markdownLanguage, completeHTMLTags: false }),
  html,
  text: [],
  json,
};
