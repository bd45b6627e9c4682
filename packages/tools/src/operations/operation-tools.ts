import { discoverOperations } from './discover-operations.ts';
import { getOperationParameters } from './get-operation-parameters.ts';

/** Tools that describe the platform's own programs. None of them runs an operation. */
export const OPERATION_TOOLS = [discoverOperations, getOperationParameters] as const;
