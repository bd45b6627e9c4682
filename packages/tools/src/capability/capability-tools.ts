import { getResourceSchema } from './get-resource-schema.ts';
import { searchCapabilities } from './search-capabilities.ts';
import { searchPatterns } from './search-patterns.ts';

/** Tools that search a cluster's capabilities, their schemas, and an organization's patterns. */
export const CAPABILITY_TOOLS = [searchCapabilities, getResourceSchema, searchPatterns] as const;
