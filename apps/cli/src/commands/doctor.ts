import { modelEnvironmentSchema } from '@shipmate/providers';
import { toolEnvironmentSchema } from '@shipmate/tools';
import { alignColumns, defineCommand } from '../command.ts';
import { checkDatabase, checkModels, checkNode, checkPort } from '../doctor/check-installation.ts';
import { checkCluster, checkGit, checkHelm, checkKubectl } from '../doctor/check-programs.ts';
import { databaseEnvironmentSchema, portEnvironmentSchema, readVariables } from '../env.ts';
import { exitCodes } from '../exit-codes.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate doctor`: checks this machine and prints the fix of each problem. */
export const doctor = defineCommand({
  options: {
    json: jsonOption,
    'data-dir': {
      type: 'string',
      placeholder: '<path>',
      description: 'The data directory, used without DATABASE_URL.',
    },
  },
  examples: [['doctor', 'Check Node, the database, keys, programs and ports']],
  notes: 'Exit code 1: Shipmate does not start on this machine. No key is sent to a provider.',
  run: async ({ json, 'data-dir': dataDir }, { terminal }) => {
    const tools = readVariables(toolEnvironmentSchema);
    const ports = readVariables(portEnvironmentSchema);
    const checks = [
      checkNode(process.versions.node),
      await checkDatabase(readVariables(databaseEnvironmentSchema, { SHIPMATE_DATA_DIR: dataDir })),
      checkModels(readVariables(modelEnvironmentSchema)),
      checkCluster(tools),
      ...(await checkHelm(tools)),
      await checkGit(tools),
      await checkKubectl(tools),
      await checkPort('web', ports.WEB_PORT),
      await checkPort('tools-api', ports.TOOLS_API_PORT),
      await checkPort('worker', ports.WORKER_PORT),
    ];
    if (json) printJson(terminal, { checks });
    else {
      const rows = checks.map(({ name, state, text, fix }) => [
        state === 'problem' ? 'PROBLEM' : state,
        name,
        `${text}${fix === undefined ? '' : ` ${fix}`}`,
      ]);
      terminal.print(alignColumns(rows));
    }
    return checks.some(({ state }) => state === 'problem') ? exitCodes.failure : exitCodes.success;
  },
});
