import { discoverOperations } from './discover-operations.ts';
import { getOperationParameters } from './get-operation-parameters.ts';

/** Tools that tell what the platform's own programs can do. None of them does any of it. */
export const PLATFORM_TOOLS = [discoverOperations, getOperationParameters] as const;
