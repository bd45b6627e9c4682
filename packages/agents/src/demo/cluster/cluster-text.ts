import { readFences } from '@shipmate/core';

/** The parsed result of a cluster tool. */
interface ClusterText {
  /** The kubeconfig context of the call. */
  readonly context: string;
  /** The lines of output from the cluster. */
  readonly lines: readonly string[];
  readonly isCut: boolean;
  /** The id that a flow assigned to the call; undefined in a conversation. */
  readonly callId: string | undefined;
}

/** Parses the result of a cluster tool. */
export function parseClusterText(text: string): ClusterText {
  const fenced = readFences(text).fenced[0]?.text;
  return {
    context: /^\[context (.*?)\] /m.exec(text)?.[1] ?? 'unknown',
    lines: fenced === undefined ? [] : fenced.split('\n'),
    isCut: /^\[more\] /m.test(text),
    callId: /^\[call (\w+)\]\n/.exec(text)?.[1],
  };
}

/** Splits a description into the lines of each section, by title. */
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
