import { AppError } from '@shipmate/core';
import { defaultArchiveLimits, refuseArchive } from '@shipmate/domain/archive';
import { type Chunks, gunzip, withinLimits } from '../../archive/expand.ts';
import { readTar } from '../../archive/read-tar.ts';
import { findSchemaProblem } from './schema-problem.ts';

const schemaPath = /^(?:charts\/[^/]+\/)*values\.schema\.json$/;
const packedChartPath = /^(?:charts\/[^/]+\/)*charts\/[^/]+\.t(?:ar\.)?gz$/;
const maxDepth = 5;
const { maxCompressedBytes, maxExpandedBytes } = defaultArchiveLimits;
const maxSchemaBytes = 1_000_000;

/** A chart's files by path from its folder. */
type ChartFiles = ReadonlyMap<string, string | Uint8Array>;

/**
 * Finds the first schema of a chart or of its dependencies, packed or not, that must not be passed to helm; returns the
 * file and the reason.
 */
export async function findUnsafeSchema(files: ChartFiles): Promise<string | undefined> {
  const allowance = { bytes: maxExpandedBytes };
  for (const [path, content] of files) {
    const problem = schemaPath.test(path)
      ? findSchemaProblem(Buffer.from(content).toString('utf8'))
      : packedChartPath.test(path)
        ? await findInArchive(toBuffer(content), { allowance, depth: 0 })
        : undefined;
    if (problem !== undefined) return `${path} ${problem}.`;
  }
  return undefined;
}

/** Bytes that all archives of a chart, nested ones included, may still unpack to. */
interface Allowance {
  bytes: number;
}

async function findInArchive(
  archive: Buffer,
  { allowance, depth }: { readonly allowance: Allowance; readonly depth: number },
): Promise<string | undefined> {
  if (depth === maxDepth) return `holds archives in archives, more than ${maxDepth} levels deep`;
  try {
    const expanded = withinLimits(gunzip(archive), archive.length, defaultArchiveLimits);
    for await (const entry of readTar(withinAllowance(expanded, allowance))) {
      const { name, kind, size } = entry;
      if (kind !== 'file') continue;
      const isSchema = /(?:^|\/)values\.schema\.json$/.test(name);
      if (!isSchema && !/\.t(?:ar\.)?gz$/.test(name)) continue;
      const most = isSchema ? maxSchemaBytes : maxCompressedBytes;
      if (size > most) return `holds ${name}, which is larger than ${most / 1_000_000} MB`;
      const content = toBuffer(await entry.read());
      const problem = isSchema
        ? findSchemaProblem(content.toString('utf8'))
        : await findInArchive(content, { allowance, depth: depth + 1 });
      if (problem !== undefined) return `holds ${name}, which ${problem}`;
    }
    return undefined;
  } catch (error) {
    if (AppError.isInstance(error)) return `cannot be checked: ${error.message.replace(/\.$/, '')}`;
    throw error;
  }
}

async function* withinAllowance(chunks: Chunks, allowance: Allowance): Chunks {
  for await (const chunk of chunks) {
    allowance.bytes -= chunk.length;
    if (allowance.bytes < 0) {
      const message = `The archives of the chart unpack to more than ${maxExpandedBytes / 1_000_000} MB in all.`;
      throw refuseArchive('expanded_size', { message });
    }
    yield chunk;
  }
}

function toBuffer(content: string | Uint8Array): Buffer {
  return typeof content === 'string'
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}
