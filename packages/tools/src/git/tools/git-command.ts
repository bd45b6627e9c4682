import { AppError } from '@shipmate/core/tool';
import { z } from 'zod';
import { defineGitTool, type GitToolContext } from './git-tool.ts';
import { parseGitCommand } from './parse-git-command.ts';

export const gitCommand = defineGitTool({
  name: 'gitCommand',
  description:
    'Executes a common git command: status, diff, log, show, blame, branch, checkout, switch, restore, reset, add, commit, pull or push, with ' +
    'their usual options in exact spelling. Each stands for a git tool of its own, which is the better choice. Put paths after "--". What is ' +
    'not listed is refused with what is accepted.',
  // A refused command has no effect.
  effect({ command, args }) {
    try {
      return parseGitCommand(command, args).effect;
    } catch (thrown) {
      if (AppError.isInstance(thrown)) return 'read';
      throw thrown;
    }
  },
  worstEffect: 'destructive',
  exclusive: true,
  input: () =>
    z.object({
      command: z.string().min(1).max(500).describe('Git command to execute (without "git" prefix)'),
      args: z
        .array(z.string().max(20_000))
        .max(200)
        .optional()
        .describe('Additional arguments for the command, one word each'),
    }),
  output: () =>
    z.object({
      /** The tool that was called. */
      tool: z.string(),
      output: z.string(),
      /** Always 0: a command that fails is an error. */
      exitCode: z.number().int(),
    }),
  async execute({ command, args }, context: GitToolContext) {
    const call = parseGitCommand(command, args);
    return { tool: call.tool, output: await call.run(context), exitCode: 0 };
  },
  toModel: ({ output }) => output,
});
