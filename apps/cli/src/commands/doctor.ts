import { toAppError } from '@shipmate/core';
import { type HelmEnvironment, inspectHelm, type Isolation, toolEnvironmentSchema } from '@shipmate/tools';
import { defineCommand } from '../command.ts';
import { readVariables } from '../env.ts';

const isolationLines: Readonly<Record<Isolation, string>> = {
  bwrap:
    'Isolation: bwrap. Charts are rendered without network access and see only system programs and their own files.',
  unshare:
    'Isolation: unshare. Charts are rendered without network access, home folders and temporary files of others.',
  none: 'Isolation: none. Charts are rendered as the user of this process. Install bubblewrap, and allow user namespaces.',
};

/** `shipmate doctor`: prints the helm version and its isolation on this machine. */
export const doctor = defineCommand({
  options: {},
  run: async (_options, { terminal }) => {
    for (const line of await diagnoseHelm(readVariables(toolEnvironmentSchema))) terminal.print(line);
  },
});

async function diagnoseHelm(environment: HelmEnvironment): Promise<readonly string[]> {
  try {
    const { version, isolation } = await inspectHelm({ environment }, new AbortController().signal);
    return [`Helm: ${version}.`, isolationLines[isolation]];
  } catch (thrown) {
    const { code, message } = toAppError(thrown);
    if (code !== 'UNAVAILABLE') throw thrown;
    return [`Helm: not available. ${message}`];
  }
}
