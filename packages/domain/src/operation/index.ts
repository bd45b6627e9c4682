export { parameterKinds, type OperationParameter, type ParameterKind, type PlatformOperation } from './operation.ts';
export { proposeOperation, type OperationResult, type PlatformWork } from './platform-work.ts';
export { toCommand } from './to-command.ts';
