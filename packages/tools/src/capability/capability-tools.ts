import { getResourceSchema } from './get-resource-schema.ts';
import { searchCapabilities } from './search-capabilities.ts';
import { searchPatterns } from './search-patterns.ts';

/** Tools that tell what a cluster can make, how, and how an organization wants it done. */
export const CAPABILITY_TOOLS = [searchCapabilities, getResourceSchema, searchPatterns] as const;
