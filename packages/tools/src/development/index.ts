export type {
  CommandOutcome,
  CommandPort,
  DevelopmentPorts,
  RepositoryCommand,
  RunRepositoryCommandOptions,
} from './command-port.ts';
export { createCommands } from './create-commands.ts';
export { runPackageCommand } from './run-package-command.ts';
export { runTests } from './run-tests.ts';
