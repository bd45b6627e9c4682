import { writeFile } from 'node:fs/promises';
import { toToolTable } from '../src/document/to-tool-table.ts';
import { allTools } from '../src/registry.ts';

await writeFile(new URL('../../../docs/tools.md', import.meta.url), toToolTable(allTools));
