import { differences, ownWords } from './differences.ts';

/** One object as kubectl describes it. */
export interface Description {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly lines: readonly string[];
}

/** Splits kubectl's consecutive descriptions by object. */
export function parseDescriptions(text: string): readonly Description[] {
  return text.split(/\n\n\n+(?=Name:)/).map((block) => ({
    name: /^Name:\s+(\S+)/m.exec(block)?.[1] ?? '',
    namespace: /^Namespace:\s+(\S+)/m.exec(block)?.[1],
    lines: block.split('\n').filter((line) => line.trim() !== ''),
  }));
}

/**
 * Returns the facts of an object that another description must contain: each word and number of a value, with its line.
 */
export function factsOf(kind: string, { lines }: Description): ReadonlyMap<string, string> {
  const facts = new Map<string, string>();
  for (const line of lines) {
    if (differences.some((each) => each.line.test(line) && (each.kinds?.includes(kind) ?? true))) continue;
    for (const word of valueOf(line).split(/[^\w.-]+/)) {
      const fact = word.replace(/^[.-]+|[.:-]+$/g, '').replace(/^(\d+)s$/, '$1');
      if (fact !== '' && !ownWords.has(fact.toLowerCase())) facts.set(fact, line.trim());
    }
  }
  return facts;
}

/** Returns the value of a line without its name; for an event, its reason and its message. */
function valueOf(line: string): string {
  const event = /^ {2}(?:Normal|Warning) +(\S+) +\S+(?: \(x\d+ over \S+\))? +\S+ +(?:spec\.\w+\{[^}]*\}: )?(.*)$/.exec(
    line,
  );
  if (event) return `${event[1]} ${event[2]}`;
  return /^\s*[A-Z][\w ()#/-]*:\s+(.*)$/.exec(line)?.[1] ?? line;
}
