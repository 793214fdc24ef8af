import { mathFromMarkdown, mathToMarkdown } from 'mdast-util-math';
import { math } from 'micromark-extension-math';
import type { Code, Construct, State, Tokenizer } from 'micromark-util-types';
import type { Processor } from 'unified';

const DOLLAR = 36;
const SPACE = 32;
/** Lower codes are line endings; see `codes` of micromark-util-symbol. */
const TAB = -2;

const { flow, text } = math();
const mathText = text?.[DOLLAR] as Construct;
const mathFlow = flow?.[DOLLAR] as Construct;

/** Tabs, line endings and the end of input have negative codes or none. */
function isSpace(code: Code): boolean {
  return code === null || code <= SPACE;
}

function isLineEnd(code: Code): boolean {
  return code === null || code < TAB;
}

function isLetterOrDigit(code: Code): boolean {
  return code !== null && code > 0 && /[0-9a-z]/i.test(String.fromCodePoint(code));
}

/**
 * The rule of Pandoc, which leaves prices alone: no space inside the dollars, no letter or digit outside. Two dollars
 * on lines of their own may have spaces inside. Looks no further than the next dollar, so that it takes linear time.
 */
const tightDollars: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const startsLine = isLineEnd(this.previous);
    let opening = 0;
    let closing = 0;
    let last: Code = null;
    let isLoose = false;

    const open: State = (code) => {
      if (code === DOLLAR) {
        opening += 1;
        effects.consume(code);
        return open;
      }
      isLoose = isSpace(code);
      return isLoose && !(startsLine && opening > 1) ? fail(code) : inside(code);
    };
    const inside: State = (code) => {
      if (code === null) return fail(code);
      if (code === DOLLAR) return close(code);
      last = code;
      effects.consume(code);
      return inside;
    };
    const close: State = (code) => {
      if (code === DOLLAR) {
        closing += 1;
        effects.consume(code);
        return close;
      }
      const isTight = !isLoose && !isSpace(last) && !isLetterOrDigit(code);
      const standsAlone = startsLine && opening > 1 && isLineEnd(code);
      effects.exit('mathText');
      return closing === opening && (isTight || standsAlone) ? ok(code) : nok(code);
    };
    const fail: State = (code) => {
      effects.exit('mathText');
      return nok(code);
    };
    return (code) => {
      effects.enter('mathText');
      return open(code);
    };
  },
};

/** The opening fence is `$$` alone: text after it would not be shown. */
const bareFence: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const rest: State = (code) => {
      if (!isLineEnd(code) && (code === DOLLAR || isSpace(code))) {
        effects.consume(code);
        return rest;
      }
      effects.exit('mathFlow');
      return isLineEnd(code) ? ok(code) : nok(code);
    };
    return (code) => {
      effects.enter('mathFlow');
      return rest(code);
    };
  },
};

function guarded(construct: Construct, guard: Construct): Construct {
  const tokenize: Tokenizer = function (effects, ok, nok) {
    return effects.check(guard, construct.tokenize.call(this, effects, ok, nok), nok);
  };
  return { ...construct, tokenize };
}

const inline: Construct = {
  ...guarded(mathText, tightDollars),
  previous(code) {
    return !isLetterOrDigit(code) && (mathText.previous?.call(this, code) ?? true);
  },
};

/** Marks math between two or more dollars, which is shown on a line of its own. */
const displayFromMarkdown: ReturnType<typeof mathFromMarkdown> = {
  exit: {
    mathTextSequence(token) {
      const node = this.stack.findLast(({ type }) => type === 'inlineMath');
      const isDisplay = this.sliceSerialize(token).length > 1;
      if (node?.type === 'inlineMath') node.data = { ...node.data, isDisplay };
    },
  },
};

/** Escapes only dollars that could open math. */
const toMarkdown = {
  ...mathToMarkdown(),
  unsafe: [{ character: '$', before: '[^0-9A-Za-z]', after: '\\S', inConstruct: 'phrasing' as const }],
};

/** Reads and writes `$…$`, `$$…$$` and `$$` fences. */
export function mathSyntax(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    { flow: { [DOLLAR]: guarded(mathFlow, bareFence) }, text: { [DOLLAR]: inline } },
  ];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), mathFromMarkdown(), displayFromMarkdown];
  data.toMarkdownExtensions = [...(data.toMarkdownExtensions ?? []), toMarkdown];
}
