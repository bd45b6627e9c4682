import { AppError, defineTool, fenceText, type ToolContext } from '@shipmate/core';
import { toCodeNodeId } from '@shipmate/domain/code-map';
import { z } from 'zod';
import { refusePath } from './build/nearest-paths.ts';
import { actionsSchema, pathSchema } from './diagram-schemas.ts';
import type { DiagramToolPorts } from './diagram-tool-ports.ts';
import { canvasEvents } from './model-view.ts';
import { openMap } from './open-map.ts';
import { pickRepository } from './pick-repository.ts';

const maxLines = 400;

export const openFileRange = defineTool({
  name: 'openFileRange',
  description:
    `Reads lines of a file and opens them in the code viewer of the person. At most ${maxLines} lines at once; read on with startLine. ` +
    'Answers {path, startLine, endLine, totalLines, fileContent, nodeId}.',
  effect: 'read',
  input: () =>
    z.object({
      path: pathSchema.min(1),
      startLine: z.number().int().min(1).max(10_000_000),
      endLine: z.number().int().min(1).max(10_000_000).optional().describe('Inclusive. Default: 60 lines'),
      repo: z.string().max(400).optional().describe('owner/repo; needed if there are several repositories'),
      highlight: z.boolean().optional().describe('Highlight the node in the diagram too'),
    }),
  output: () =>
    z.object({
      path: z.string(),
      startLine: z.number(),
      endLine: z.number(),
      totalLines: z.number(),
      commit: z.string(),
      fileContent: z.string().optional(),
      nodeId: z.string(),
      navigationAction: z.object({
        type: z.literal('openFileRange'),
        path: z.string(),
        startLine: z.number(),
        endLine: z.number(),
        highlight: z.boolean(),
      }),
      actions: actionsSchema,
    }),
  async execute(
    { path: written, startLine, endLine, repo, highlight = false },
    context: ToolContext<DiagramToolPorts>,
  ) {
    const path = cleanPath(written);
    if (endLine !== undefined && endLine < startLine) {
      throw refuseLines('endLine', `"endLine" ${endLine} is before "startLine" ${startLine}.`);
    }
    const { snapshot } = await openMap(await pickRepository(repo, context), context);
    if (!snapshot.files.some((file) => file.path === path)) throw refusePath(snapshot, path, 'path');
    const { content, reason, size } = await context.ports.codeMaps.readFile(
      context.principal,
      { mapId: snapshot.mapId, path },
      context.signal,
    );
    if (content === null) throw refuseContent(path, reason, size);
    const lines = content.split('\n');
    if (lines.at(-1) === '' && lines.length > 1) lines.pop();
    if (startLine > lines.length) {
      throw refuseLines('startLine', `"${path}" has ${lines.length} lines, and "startLine" is ${startLine}.`);
    }
    const last = Math.min(endLine ?? startLine + 59, lines.length, startLine + maxLines - 1);
    const nodeId = toCodeNodeId(snapshot.label, { path });
    const navigationAction = { type: 'openFileRange' as const, path, startLine, endLine: last, highlight };
    return {
      path,
      startLine,
      endLine: last,
      totalLines: lines.length,
      commit: snapshot.commit,
      fileContent: lines.slice(startLine - 1, last).join('\n'),
      nodeId,
      navigationAction,
      actions: [navigationAction, ...(highlight ? [{ type: 'highlightNodes' as const, nodeIds: [nodeId] }] : [])],
    };
  },
  toModel: ({ path, startLine, endLine, totalLines, nodeId, fileContent = '' }) =>
    `${fenceText(JSON.stringify({ path, startLine, endLine, totalLines, nodeId }), { source: 'result' })}\n` +
    fenceText(fileContent, { source: 'file', name: path }),
  clientEvents: ({ actions }) => canvasEvents(actions),
});

/** A path of the repository: no part of it leads out. */
function cleanPath(written: string): string {
  const path = written.replace(/^(?:\.\/)+/u, '');
  const isOutside =
    path.startsWith('/') || path.includes('\0') || path.includes('\\') || path.split('/').includes('..');
  if (!isOutside) return path;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `"path" must lead from the top of the repository to a file in it, without "..". It is "${written}".`,
    details: { field: 'path' },
  });
}

function refuseLines(field: string, message: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message, details: { field } });
}

function refuseContent(path: string, reason: 'binary' | 'too_large' | null, size: number): AppError {
  const why = reason === 'binary' ? 'is a binary file' : `is too large to open (${size} bytes)`;
  return new AppError({ code: 'VALIDATION_ERROR', message: `"${path}" ${why}.`, details: { field: 'path', reason } });
}
