import { readFences } from '@shipmate/core';

/** What a tool of a cluster says, taken apart. */
export interface ClusterText {
  /** The context that was read. */
  readonly context: string;
  /** The lines that the cluster wrote. */
  readonly lines: readonly string[];
  readonly isCut: boolean;
  /** The id that a flow gives the call; none in a conversation. */
  readonly callId: string | undefined;
}

/** Takes the answer of a tool of a cluster apart. */
export function parseClusterText(text: string): ClusterText {
  const fenced = readFences(text).fenced[0]?.text;
  return {
    context: /^\[context (.*?)\] /m.exec(text)?.[1] ?? 'unknown',
    lines: fenced === undefined ? [] : fenced.split('\n'),
    isCut: /^\[more\] /m.test(text),
    callId: /^\[call (\w+)\]\n/.exec(text)?.[1],
  };
}

/** The lines of each section of a description, by its title. */
export function toSections(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const sections = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of lines) {
    const title = /^# ([A-Z][^:"]*\w)/.exec(line)?.[1];
    if (title === undefined) current.push(line);
    else sections.set(title, (current = []));
  }
  return sections;
}
