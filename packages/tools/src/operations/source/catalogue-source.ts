import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { AppError } from '@shipmate/core';
import { parseYaml } from '@shipmate/domain/yaml';
import { z } from 'zod';
import { type OperationSource, type Program, type SourceListing, toolName } from './operation-source.ts';
import { toolDescriptionSchema, toOperations, toProblem } from './tool-description.ts';

const catalogueSchema = z.strictObject({
  tools: z
    .array(
      toolDescriptionSchema.extend({
        name: z.string().regex(toolName),
        /** The program and its leading arguments. A path is relative to the catalogue's folder. */
        command: z.array(z.string().min(1).max(1_000)).min(1).max(20),
        env: z.record(z.string().regex(/^[A-Za-z_]\w*$/), z.string()).default({}),
      }),
    )
    .max(100),
});

/** Creates a source of the programs that a YAML or JSON file describes. */
export function createCatalogueSource(path: string): OperationSource {
  return async () => {
    try {
      return readCatalogue(await readFile(path, 'utf8'), path);
    } catch (thrown) {
      return nothing(path, AppError.isInstance(thrown) ? 'it is no valid YAML' : 'it cannot be opened');
    }
  };
}

function readCatalogue(text: string, path: string): SourceListing {
  const parsed = catalogueSchema.safeParse(parseYaml(text, { field: 'catalogue' }));
  if (!parsed.success) return nothing(path, toProblem(parsed.error));
  const folder = dirname(resolve(path));
  const programs = parsed.data.tools.map(({ name, command, env, ...description }): Program => {
    const [file = '', ...leading] = command;
    return {
      tool: name,
      file: file.includes('/') ? resolve(folder, file) : file,
      leading,
      folder,
      variables: env,
      operations: toOperations(name, description),
    };
  });
  return { programs, problems: [] };
}

function nothing(path: string, why: string): SourceListing {
  return { programs: [], problems: [`The catalogue ${basename(path)} was left out: ${why}.`] };
}
