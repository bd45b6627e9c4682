import { AppError } from '@shipmate/core';
import { defaultArchiveLimits } from '@shipmate/domain';
import { gunzip, withinLimits } from '../../archive/expand.ts';
import { readTar } from '../../archive/read-tar.ts';
import { findSchemaProblem } from './schema-problem.ts';

const schemaPath = /^(?:charts\/[^/]+\/)*values\.schema\.json$/;
const packedChartPath = /^(?:charts\/[^/]+\/)*charts\/[^/]+\.t(?:ar\.)?gz$/;
const maxDepth = 5;

/** A chart's files by path from its folder. */
type ChartFiles = ReadonlyMap<string, string | Uint8Array>;

/** Finds the first schema of a chart or of its dependencies, packed or not, that helm must not see; names the file and the reason. */
export async function findUnsafeSchema(files: ChartFiles): Promise<string | undefined> {
  for (const [path, content] of files) {
    const problem = schemaPath.test(path)
      ? findSchemaProblem(Buffer.from(content).toString('utf8'))
      : packedChartPath.test(path)
        ? await findInArchive(Buffer.from(content), 0)
        : undefined;
    if (problem !== undefined) return `${path} ${problem}.`;
  }
  return undefined;
}

async function findInArchive(archive: Buffer, depth: number): Promise<string | undefined> {
  if (depth === maxDepth) return `holds archives in archives, more than ${maxDepth} levels deep`;
  try {
    for await (const entry of readTar(withinLimits(gunzip(archive), archive.length, defaultArchiveLimits))) {
      const { name, kind } = entry;
      if (kind !== 'file') continue;
      const isSchema = /(?:^|\/)values\.schema\.json$/.test(name);
      if (!isSchema && !/\.t(?:ar\.)?gz$/.test(name)) continue;
      const content = Buffer.from(await entry.read());
      const problem = isSchema ? findSchemaProblem(content.toString('utf8')) : await findInArchive(content, depth + 1);
      if (problem !== undefined) return `holds ${name}, which ${problem}`;
    }
    return undefined;
  } catch (error) {
    if (AppError.isInstance(error)) return `cannot be checked: ${error.message.replace(/\.$/, '')}`;
    throw error;
  }
}
