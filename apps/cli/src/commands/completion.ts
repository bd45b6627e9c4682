import { AppError } from '@shipmate/core';
import { commands } from '../commands.ts';
import { defineCommand } from '../command.ts';
import { type CompletedCommand, toCompletionScript, isShell, shells } from '../completion-script.ts';

/** `shipmate completion`: prints a script that completes commands, options and their values. */
export const completion = defineCommand({
  arguments: { shell: { description: shells.join(', '), required: true } },
  options: {},
  examples: [
    ['completion bash > /etc/bash_completion.d/shipmate', 'Install it for bash'],
    ['completion zsh > "${fpath[1]}/_shipmate"', 'Install it for zsh'],
    ['completion fish > ~/.config/fish/completions/shipmate.fish', 'Install it for fish'],
  ],
  run: async ({ shell }, { terminal }) => {
    if (!isShell(shell)) {
      const message = `Shell "${shell}" not found. Use one of ${shells.join(', ')}.`;
      throw new AppError({ code: 'VALIDATION_ERROR', message });
    }
    const loaded = await Promise.all(
      commands.map(async ({ name, summary, load }): Promise<CompletedCommand> => {
        const { options } = await load();
        return { name, summary, options: { ...options, help: { type: 'boolean', description: 'Show the help.' } } };
      }),
    );
    terminal.print(toCompletionScript(shell, loaded));
  },
});
