import { differences, ownWords } from './differences.ts';

/** One object as kubectl describes it. */
export interface Description {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly lines: readonly string[];
}

/** Takes the objects apart that kubectl describes one after the other. */
export function parseDescriptions(text: string): readonly Description[] {
  return text.split(/\n\n\n+(?=Name:)/).map((block) => ({
    name: /^Name:\s+(\S+)/m.exec(block)?.[1] ?? '',
    namespace: /^Namespace:\s+(\S+)/m.exec(block)?.[1],
    lines: block.split('\n').filter((line) => line.trim() !== ''),
  }));
}

/** The facts of an object that another description has to hold too: each word and number of a value, with the line it is from. */
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

/** What a line tells, without the name of it. Of an event that is its reason and its message. */
function valueOf(line: string): string {
  const event = /^ {2}(?:Normal|Warning) +(\S+) +\S+(?: \(x\d+ over \S+\))? +\S+ +(?:spec\.\w+\{[^}]*\}: )?(.*)$/.exec(
    line,
  );
  if (event) return `${event[1]} ${event[2]}`;
  return /^\s*[A-Z][\w ()#/-]*:\s+(.*)$/.exec(line)?.[1] ?? line;
}
