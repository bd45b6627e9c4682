/** A fenced block of a document. */
export interface CodeBlock {
  /** The document's path in the repository. */
  readonly document: string;
  /** The line of the opening fence, from 1. */
  readonly line: number;
  /** The first word of the fence; empty for a diagram. */
  readonly language: string;
  /** `true` if the fence says `run`: the test compares the block's output. */
  readonly isProgram: boolean;
  /** `true` if the fence says `start`: the block starts a program that keeps running. */
  readonly isStart: boolean;
  /** The reason in the fence for not checking the block: `ignore: reason`. */
  readonly ignored: string | undefined;
  readonly code: string;
  /** TypeScript that the block needs and does not show: the HTML comment `<!-- given` right before the fence. */
  readonly given: string;
  /** The code of the text or JSON block after this one in the same section. */
  readonly output: string | undefined;
}

const fence = /(?:^<!-- given\n(?<given>[^]*?)^-->\n\n?)?^```(?<info>[^\n]*)\n(?<code>[^]*?)^```$/gm;

/** The parts of a fence: info string, code and the `given` comment. */
function toParts(match: RegExpExecArray | undefined) {
  const { given = '', info = '', code = '' } = match?.groups ?? {};
  const [language = '', flag = ''] = info.split(' ');
  return { given, info, code, language, flag };
}

/** Returns the fenced blocks of a document, in order. Contract: each fence begins its line. */
export function findCodeBlocks(document: string, text: string): readonly CodeBlock[] {
  const matches = [...text.matchAll(fence)];
  return matches.map((match, index) => {
    const { given, info, code, language, flag } = toParts(match);
    const next = toParts(matches[index + 1]);
    const between = text.slice(match.index + match[0].length, matches[index + 1]?.index);
    return {
      document,
      line: text.slice(0, match.index + match[0].indexOf('```')).split('\n').length,
      language,
      isProgram: flag === 'run',
      isStart: flag === 'start',
      ignored: /ignore: (.+)/.exec(info)?.[1],
      code,
      given,
      output: ['text', 'json'].includes(next.language) && !hasHeading(between) ? next.code : undefined,
    };
  });
}

/** A block in another section is not the output of this one. */
function hasHeading(text: string): boolean {
  return /^#+ /m.test(text);
}

/** Compares printed with documented output: `…` matches any text within a line, and any lines on a line of its own. */
export function isDocumentedOutput(printed: string, documented: string): boolean {
  const pattern = documented
    .trim()
    .replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
    .replaceAll(/^…$/gm, '[^]*')
    .replaceAll('…', String.raw`[^\n]*`);
  return new RegExp(`^${pattern}$`).test(printed.trim());
}
