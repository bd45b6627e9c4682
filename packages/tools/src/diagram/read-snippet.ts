import type { ToolContext } from '@shipmate/core';
import type { LineRange } from '@shipmate/domain/code-map';
import type { DiagramToolPorts } from './diagram-tool-ports.ts';

const maxLines = 12;
const maxChars = 800;

/** Reads the first lines of a range, or of a file; null for a file that is no text. */
export async function readSnippet(
  { mapId, path, lines }: { readonly mapId: string; readonly path: string; readonly lines: LineRange | undefined },
  { ports, principal, signal }: ToolContext<DiagramToolPorts>,
): Promise<string | null> {
  const { content } = await ports.codeMaps.readFile(principal, { mapId, path }, signal);
  if (content === null) return null;
  const { startLine = 1, endLine = maxLines } = lines ?? {};
  const shown = content.split('\n', startLine - 1 + maxLines).slice(startLine - 1, endLine);
  return shown.join('\n').slice(0, maxChars);
}
