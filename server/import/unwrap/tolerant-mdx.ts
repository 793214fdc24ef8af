import { codeIndented, htmlFlow } from 'micromark-core-commonmark';
import { mdxJsx } from 'micromark-extension-mdx-jsx';
import { mdxjs } from 'micromark-extension-mdxjs';
import type { Code, Construct, Extension, State, Token, TokenizeContext } from 'micromark-util-types';

export interface Rejected {
  readonly at: number;
  readonly reason: string;
}

interface Limits {
  /** Avoids reading to the end of the document for nothing. */
  readonly begin?: RegExp;
  readonly accept?: (text: string, context: TokenizeContext) => boolean;
}

/**
 * MDX syntax that falls back to CommonMark: what the MDX extensions throw an error for, and what is not accepted, is
 * read as if the extension were not there.
 */
export function tolerantMdx({
  isMdx,
  onRejected,
}: {
  isMdx: boolean;
  onRejected: (rejected: Rejected) => void;
}): Extension {
  const tolerant = (construct: Construct, limits: Limits = {}) => withFallback(construct, limits, onRejected);
  const javaScript = mdxjs();
  // Reads attributes whose code is not JavaScript, too.
  const anyLanguage = mdxJsx();
  const tags = (kind: 'flow' | 'text') =>
    [javaScript, anyLanguage].flatMap((each) => constructsOf(each, kind, LESS_THAN).map((tag) => tolerant(tag, TAG)));
  const braces = (kind: 'flow' | 'text') =>
    constructsOf(javaScript, kind, BRACE).map((each) => tolerant(each, READABLE));
  const raw = tolerant({ ...htmlFlow, name: 'htmlRaw' }, RAW);
  const modules = constructsOf(javaScript, 'flow', LETTER_I).map((each) => tolerant(each, isMdx ? {} : IMPORT));
  return {
    flow: {
      [LESS_THAN]: isMdx ? [...tags('flow'), raw] : [raw, ...tags('flow')],
      [BRACE]: braces('flow'),
      [LETTER_I]: modules,
      ...(isMdx && { [LETTER_E]: modules }),
    },
    text: { [LESS_THAN]: tags('text'), [BRACE]: braces('text') },
    ...(!isMdx && { flowInitial: indentedCode }),
    disable: { null: ['htmlFlow', 'codeIndented'] },
  };
}

const LESS_THAN = 60;
const BRACE = 123;
const LETTER_E = 101;
const LETTER_I = 105;

const RAW: Limits = { begin: /^<(?:(?:pre|script|style|textarea)[^a-z]|[!?])/i };

/** Excludes closing tags with attributes or a slash, which mdast-util-mdx-jsx throws an error for. */
const TAG: Limits = { accept: (text) => !/<\s*\/[^>]*[^>\s]\s+[^>\s]|<\s*\/[^>]*\/\s*>/.test(text) };

const IMPORT: Limits = { accept: (text) => text.split('\n').every((line) => /^import\s.*['"];?\s*$/.test(line)) };

/** Strings and comments. Other expressions are read as text, because tags in them are unwrapped like those around. */
const READABLE: Limits = {
  begin: /^\{\s*(?:["'`]|\/\*)/,
  accept: (text, { events }) => {
    if (isComment(text.trim())) return true;
    const token = events.findLast(([kind, { type }]) => kind === 'exit' && type.endsWith('Expression'))?.[1];
    return typeof literalOf(programOf(token)) === 'string';
  },
};

function constructsOf(extension: Extension, kind: 'flow' | 'text', code: number): Construct[] {
  const found = extension[kind]?.[code] ?? [];
  return Array.isArray(found) ? found : [found];
}

function withFallback(
  construct: Construct,
  { begin, accept }: Limits,
  onRejected: (rejected: Rejected) => void,
): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const start = this.now();
      const hasBegun = begin ? beginsWith(begin) : () => true;
      let isOver = false;
      const fail: State = (code) => {
        isOver = true;
        return nok(code);
      };
      const end: State = (code) => {
        if (accept && !accept(this.sliceSerialize({ start, end: this.now() }), this)) return fail(code);
        isOver = true;
        return ok(code);
      };
      const step = (state: State, code: Code): State | undefined => {
        try {
          return hasBegun(code) ? state(code) : fail(code);
        } catch (error) {
          if (isOver || !(error instanceof Error && 'reason' in error)) throw error;
          onRejected({ at: start.offset, reason: String(error.reason) });
          return fail(code);
        }
      };
      const guarded =
        (state: State): State =>
        (code) => {
          const next = step(state, code);
          return isOver || !next ? next : guarded(next);
        };
      return guarded(construct.tokenize.call(this, effects, end, fail));
    },
  };
}

/** Tests characters as they come, until enough of them are known. */
function beginsWith(begin: RegExp): (code: Code) => boolean {
  let text: string | undefined = '';
  return (code) => {
    if (text === undefined) return true;
    text += code === null || code < 0 ? ' ' : String.fromCodePoint(code);
    if (!begin.test(text)) return /^(?:<[a-z]{0,8}|\{\s{0,99}\/?)$/i.test(text);
    text = undefined;
    return true;
  };
}

const COMMENT = /^\{\s*\/\*[\s\S]*\*\/\s*\}$/;

function isComment(expression: string): boolean {
  return COMMENT.test(expression);
}

interface Program {
  readonly body: readonly unknown[];
}

export function programOf(token: Token | undefined): Program | undefined {
  return token && 'estree' in token ? (token.estree as Program) : undefined;
}

interface Expression {
  readonly type?: string;
  readonly value?: unknown;
  readonly expressions?: readonly unknown[];
  readonly quasis?: readonly { readonly value: { readonly cooked?: string | null } }[];
}

export function literalOf(program: Program | null | undefined): string | number | undefined {
  const [statement] = (program?.body ?? []) as readonly { readonly expression?: Expression }[];
  const { type, value, expressions, quasis } = statement?.expression ?? {};
  if (type === 'TemplateLiteral' && expressions?.length === 0) return quasis?.[0]?.value.cooked ?? undefined;
  return type === 'Literal' && (typeof value === 'string' || typeof value === 'number') ? value : undefined;
}

/** HTML may be indented: a line directly below a tag is no code. */
const indentedCode: Extension['flowInitial'] = Object.fromEntries(
  [-2, -1, 32].map((code) => [
    code,
    {
      ...codeIndented,
      name: 'codeAfterBlankLine',
      tokenize(effects, ok, nok) {
        const before = this.events.findLast(
          ([, { type }]) => !['lineEnding', 'linePrefix', 'whitespace'].includes(type),
        );
        const isBelowTag = before?.[1].type.startsWith('mdxJsxFlowTag') ?? false;
        return isBelowTag ? nok : codeIndented.tokenize.call(this, effects, ok, nok);
      },
    } satisfies Construct,
  ]),
);
