import { describe, expect, it } from 'vitest';
import type { ContractSubject } from './contract-server.ts';
import type { ContractSetup } from './contract-setup.ts';
import { missingNeed, type Need } from './version-differences.ts';

/** One promise about Shipmate's client and an API server. */
export interface ContractCase {
  readonly title: string;
  /** The features that the server must have. */
  readonly needs?: readonly Need[];
  readonly run: (setup: ContractSetup) => Promise<void>;
}

/** The cases of a topic, and the server that runs them. */
export interface ContractTopic {
  readonly topic: string;
  readonly cases: readonly ContractCase[];
  readonly subject: ContractSubject;
  readonly setup: () => ContractSetup;
}

/** Runs the cases that a server supports. */
export function runCases({ topic, cases, subject, setup }: ContractTopic): void {
  describe(`${topic}`, () => {
    it.each(cases.filter((each) => whyNotRun(each, subject) === undefined))('$title', async ({ run }) => {
      expect.hasAssertions();
      await run(setup());
    });
  });
}

/** Returns the reason why a server does not run a case; `undefined` when it does. */
export function whyNotRun({ needs = [] }: ContractCase, subject: ContractSubject): string | undefined {
  const missing = missingNeed(needs, subject);
  return missing === undefined ? undefined : `needs ${missing}`;
}
