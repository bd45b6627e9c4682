/** One simple command of a script and the operator before it. */
export interface ShellStep {
  readonly operator: ';' | '&&' | '||';
  readonly words: readonly string[];
  readonly isNegated: boolean;
}

/** The commands that are evaluated; a script with any other one is not. */
const known = new Set(['echo', 'sleep', 'exit', 'true', 'false', ':', 'set', 'exec']);

/** Operators, quoted texts, redirections to the other stream or to nothing, and words without anything that a shell expands. */
const token =
  /[ \t]+|(?<operator>&&|\|\||;|\n)|(?<redirection>[12]?>&[12]|[12]?> ?\/dev\/null)|'(?<single>[^']*)'|"(?<double>[^"$`\\]*)"|(?<plain>[^\s;&|<>()$`\\'"*?[\]{}]+)/y;

/** Splits a script of simple commands joined by `;`, `&&`, `||` and line ends; undefined for anything beyond that. */
export function parseShellScript(script: string): readonly ShellStep[] | undefined {
  const steps: ShellStep[] = [];
  let operator: ShellStep['operator'] = ';';
  let words: string[] = [];
  let isOpen = false;
  const close = () => {
    const isNegated = words[0] === '!';
    if (words.length > 0) steps.push({ operator, words: isNegated ? words.slice(1) : words, isNegated });
    words = [];
    isOpen = false;
  };
  token.lastIndex = 0;
  while (token.lastIndex < script.length) {
    const groups = token.exec(script)?.groups;
    if (!groups) return undefined;
    const { operator: found, redirection, single, double, plain } = groups;
    const text = single ?? double ?? plain;
    if (found !== undefined) {
      close();
      operator = found === '&&' || found === '||' ? found : ';';
    } else if (text === undefined) {
      if (redirection === undefined) isOpen = false;
    } else {
      // Quoted and plain texts without a space between them are one word.
      if (isOpen) words.push(`${words.pop() ?? ''}${text}`);
      else words.push(text);
      isOpen = true;
    }
  }
  close();
  return steps.every(isKnown) ? steps : undefined;
}

function isKnown({ words }: ShellStep): boolean {
  const [name = '', replacement = ''] = words;
  return known.has(name) && (name !== 'exec' || words.length === 1 || known.has(replacement));
}
