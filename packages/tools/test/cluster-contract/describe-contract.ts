import process from 'node:process';
import { afterAll, beforeAll, describe } from 'vitest';
import { runCases, whyNotRun } from './contract-case.ts';
import type { ContractServer, ContractSubject } from './contract-server.ts';
import { type ContractSetup, openContractSetup } from './contract-setup.ts';
import { deletionCases } from './deletion-cases.ts';
import { dryRunCases } from './dry-run-cases.ts';
import { readCases } from './read-cases.ts';
import { refusalCases } from './refusal-cases.ts';
import { writeCases } from './write-cases.ts';

const topics = {
  'dry runs': dryRunCases,
  deletions: deletionCases,
  writes: writeCases,
  refusals: refusalCases,
  reads: readCases,
};

/**
 * Runs the contract between Shipmate and a Kubernetes API server, and prints the cases that the server does not
 * support.
 */
export function describeContract(subject: ContractSubject): void {
  for (const each of Object.values(topics).flat()) {
    const reason = whyNotRun(each, subject);
    if (reason !== undefined) process.stdout.write(`Not run: ${each.title} (${reason})\n`);
  }
  describe(`the cluster contract on ${subject.name}`, () => {
    let server: ContractServer | undefined;
    let setup: ContractSetup | undefined;
    beforeAll(async () => {
      server = await subject.start();
      setup = await openContractSetup(server);
    });
    afterAll(async () => {
      await setup?.[Symbol.asyncDispose]();
      await server?.[Symbol.asyncDispose]();
    });
    const getSetup = () => {
      if (setup === undefined) throw new Error('The server did not start.');
      return setup;
    };
    for (const [topic, cases] of Object.entries(topics)) runCases({ topic, cases, subject, setup: getSetup });
  });
}
