import { fenceText, type ToolContext } from '@shipmate/core/tool';
import { z } from 'zod';
import { defineCheckoutTool } from '../checkout/define-checkout-tool.ts';
import type { DevelopmentPorts } from '../development/command-port.ts';
import {
  commandResultShape,
  commandTimeoutMs,
  describeCommand,
  fenceOutput,
  runCommand,
  shownCommandChars,
  toCommandResult,
} from '../development/command-result.ts';
import { workingDirectorySchema } from '../development/working-folder.ts';
import { openProgram, qualityPathSchema, toCheckoutPath } from './quality-program.ts';

const formatters = ['biome', 'prettier'] as const;
const maxListBytes = 2_000_000;
const maxFiles = 500;

export const formatCode = defineCheckoutTool({
  name: 'formatCode',
  description:
    "Formats code with the repository's own formatter, Biome or Prettier, and its configuration, in a sandbox without network. Name the file or " +
    'folder that you changed, so that nothing else is reformatted. Returns the files whose format differs; with check they are left as they are.',
  effect: 'write',
  exclusive: true,
  openWorld: true,
  timeoutMs: commandTimeoutMs,
  maxResultChars: shownCommandChars,
  input: () =>
    z.object({
      filePath: qualityPathSchema(),
      check: z.boolean().default(false).optional().describe('Only list the files whose format differs.'),
      workingDirectory: workingDirectorySchema(),
    }),
  output: () =>
    z.object({
      succeeded: z.boolean(),
      formatter: z.enum(formatters),
      /** Files that were formatted, or would be; at most 500. */
      files: z.array(z.string()),
      written: z.boolean(),
      ...commandResultShape(),
    }),
  async execute({ check = false, ...call }, context: ToolContext<DevelopmentPorts>) {
    const { name: formatter, start, checkout, folder, place } = await openProgram(call, formatters, context);
    const isBiome = formatter === 'biome';
    const [program, ...first] = start;
    const run = (more: readonly string[]) => {
      const args = () => [...first, ...more];
      const command = { checkout, workingDirectory: folder.path, program, args, maxOutputBytes: maxListBytes };
      return runCommand(command, context);
    };
    const listing = isBiome
      ? ['format', '--colors=off', '--reporter=github', '--max-diagnostics=none', place]
      : ['--list-different', '--no-color', place];
    const listed = await run(listing);
    const { files, isComplete } = isBiome
      ? await readBiomeFiles(listed.stdout, checkout.folder, context)
      : { files: listed.stdout.split('\n').filter((line) => line !== ''), isComplete: true };
    // Exit code 1 without a file is an error of the formatter, for example in its configuration.
    const isListed = listed.exitCode === 0 || (listed.exitCode === 1 && files.length > 0 && isComplete);
    const written = isListed && !check && files.length > 0;
    const writing = isBiome ? ['format', '--colors=off', '--write', place] : ['--write', '--no-color', place];
    const outcome = written ? await run(writing) : listed;
    const succeeded = written ? outcome.exitCode === 0 : isListed;
    return {
      succeeded,
      formatter,
      files: files.slice(0, maxFiles).map((file) => toCheckoutPath(file, folder)),
      written,
      ...toCommandResult({
        command: [...start, ...(written ? writing : listing)],
        outcome: succeeded ? { ...outcome, stdout: '' } : outcome,
      }),
    };
  },
  isFailure: ({ succeeded }) => !succeeded,
  toModel({ succeeded, formatter, files, written, output, ...result }) {
    const verb = written ? 'Formatted' : 'The format differs in';
    const none = `The format of no file differs (${formatter}; files that it ignores are not checked).`;
    const head = files.length === 0 ? none : `${verb} ${files.length} files (${formatter}).`;
    const names = files.length === 0 ? [] : [fenceText(files.join('\n'), { source: 'program' })];
    const failed = [`The formatter failed. ${describeCommand(result)}`, fenceOutput(output)];
    return (succeeded ? [head, ...names] : failed).join('\n');
  },
});

/** Returns the files whose format differs; the list is not complete when Biome could not parse a file. */
async function readBiomeFiles(
  text: string,
  root: string,
  context: ToolContext<DevelopmentPorts>,
): Promise<{ readonly files: readonly string[]; readonly isComplete: boolean }> {
  const report = await context.ports.compute.run('parseLintReport', ['github', text, root], context);
  const problems = report?.problems ?? [];
  const files = [...new Set(problems.map(({ file }) => file))];
  return { files, isComplete: problems.every(({ rule }) => rule !== 'parse') };
}
