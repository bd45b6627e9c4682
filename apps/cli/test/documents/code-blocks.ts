/** A fenced block of a document. */
export interface CodeBlock {
  /** The document's path in the repository. */
  readonly document: string;
  /** The line of the opening fence, from 1. */
  readonly line: number;
  /** The first word of the fence; empty for a diagram. */
  readonly language: string;
  /** The block's own output is compared: the fence says `run`. */
  readonly isProgram: boolean;
  /** The reason that the fence gives for not being checked: `ignore: reason`. */
  readonly ignored: string | undefined;
  readonly code: string;
  /** TypeScript that the block relies on and does not show: the HTML comment `<!-- given` right before the fence. */
  readonly given: string;
  /** The code of a block of text or JSON right after this one. */
  readonly output: string | undefined;
}

const fence = /(?:^<!-- given\n(?<given>[^]*?)^-->\n\n?)?^```(?<info>[^\n]*)\n(?<code>[^]*?)^```$/gm;

/** The parts of a fence: its words, its code and what is given to it. */
function toParts(match: RegExpExecArray | undefined) {
  const { given = '', info = '', code = '' } = match?.groups ?? {};
  const [language = '', flag = ''] = info.split(' ');
  return { given, info, code, language, flag };
}

/** Finds the fenced blocks of a document, in order. Contract: each fence begins its line. */
export function findCodeBlocks(document: string, text: string): readonly CodeBlock[] {
  const matches = [...text.matchAll(fence)];
  return matches.map((match, index) => {
    const { given, info, code, language, flag } = toParts(match);
    const next = toParts(matches[index + 1]);
    return {
      document,
      line: text.slice(0, match.index + match[0].indexOf('```')).split('\n').length,
      language,
      isProgram: flag === 'run',
      ignored: /ignore: (.+)/.exec(info)?.[1],
      code,
      given,
      output: ['text', 'json'].includes(next.language) ? next.code : undefined,
    };
  });
}

/** Whether a program printed the documented output: `…` stands for any text within a line, and on a line of its own for any lines. */
export function isDocumentedOutput(printed: string, documented: string): boolean {
  const pattern = documented
    .trim()
    .replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
    .replaceAll(/^…$/gm, '[^]*')
    .replaceAll('…', String.raw`[^\n]*`);
  return new RegExp(`^${pattern}$`).test(printed.trim());
}
