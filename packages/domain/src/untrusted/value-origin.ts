import type { TextSource } from '@shipmate/core';

/** A value of an action that occurs in untrusted text and not in the words of the person. */
export interface ValueOrigin {
  readonly value: string;
  /** The field that holds it, such as `image`; empty for a field without a name. */
  readonly field: string;
  readonly source: TextSource;
  /** The place within the source, such as the path of a file; null without one. */
  readonly name: string | null;
}

const phrases: Readonly<Record<TextSource, string>> = {
  alert: 'From an alert',
  answer: 'From an earlier answer',
  check: 'From a check of the chart',
  client: 'From the page that the client shows',
  comment: 'From a review comment',
  event: 'From an event',
  file: 'From a file',
  log: "From a pod's log",
  manifest: 'From a rendered manifest',
  model: "From another model's answer",
  object: 'From an object of the cluster',
  pattern: 'From a pattern',
  plan: 'From a plan',
  program: 'From the output of a program',
  question: 'From an earlier question',
  result: "From a tool's result",
  schema: "From the cluster's API",
  workspace: 'From the list of files',
};

const named: Partial<Readonly<Record<TextSource, string>>> = {
  file: 'From file',
  manifest: 'From the manifest of',
  pattern: 'From pattern',
};

/** Describes the source of a value, such as "From file values.yaml". */
export function describeOrigin({ source, name }: Pick<ValueOrigin, 'source' | 'name'>): string {
  const phrase = named[source];
  return name === null || phrase === undefined ? phrases[source] : `${phrase} ${name}`;
}
