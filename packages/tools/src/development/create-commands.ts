import { loadWithFirstCall } from '../context/load-with-first-call.ts';
import { createOpenCalls } from '../context/open-calls.ts';
import type { CommandPort } from './command-port.ts';
import type { CommandsOptions } from './command-runner.ts';

/** Commands that their creator closes. */
interface Commands extends CommandPort {
  /** Kills the commands in flight. */
  close(): Promise<void>;
}

/** Creates the port that runs commands in sandboxes of this machine; its code is loaded with the first command. */
export function createCommands(options: CommandsOptions): Commands {
  const name = 'Running repository commands';
  const calls = createOpenCalls(name);
  return {
    ...loadWithFirstCall(['run'], async () => {
      const { createCommandRunner } = await import('./command-runner.ts');
      return createCommandRunner({ ...options, name, calls });
    }),
    close: () => calls.close(),
  };
}
