export { createOperations, type OperationsOptions } from './create-operations.ts';
export type {
  CommandResult,
  ConfirmedCommand,
  OperationListing,
  OperationsPort,
  RunCommandOptions,
} from './operations-port.ts';
export { type PlatformEnvironment, platformEnvironmentSchema } from './platform-environment.ts';
export { OPERATION_TOOLS } from './operation-tools.ts';
export { runOperation } from './run-operation.ts';
