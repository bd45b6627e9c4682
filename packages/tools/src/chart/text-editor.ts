import { defineTool, fenceText, type ToolContext } from '@shipmate/core';
import { maxFileCharacters } from '@shipmate/domain/workspace';
import { z } from 'zod';
import { createFile } from './create-file.ts';
import type { EditPorts } from './edit-ports.ts';
import { replaceInFile } from './replace-in-file.ts';
import { viewFile } from './view-file.ts';
import { workspacePathSchema } from './workspace-path-schema.ts';

const text = z
  .string()
  .max(maxFileCharacters)
  .refine((value) => !value.includes('\0'), 'must not hold NUL characters');

/** The fields that each command requires besides `path`. */
const required = { view: [], create: ['content'], str_replace: ['oldStr', 'newStr'] } as const;

export const textEditor = defineTool({
  name: 'textEditor',
  description:
    'Reads and edits the files of the Helm chart workspace. Paths are relative to the workspace, as getChartContext lists them.\n' +
    '- view {path}: the whole file, pending changes counted in.\n' +
    '- create {path, content}: a new file. It fails when the file exists; then view it and use str_replace.\n' +
    '- str_replace {path, oldStr, newStr}: replaces one passage. View the file first and copy oldStr from it exactly, ' +
    'with its indentation, and with enough lines around it that it occurs once. newStr replaces all of oldStr; an empty newStr ' +
    'deletes it. With replaceAll: true every place is replaced, and the answer says how many. Prefer small replacements to rewriting a file.\n' +
    'Changes are stored as pending until a person accepts them, and later calls already see them. A failed replacement shows the ' +
    'nearest lines of the file: correct oldStr from those and try again. An edit after which a YAML or JSON file would no longer parse is refused.',
  needsWorkspace: true,
  effect: ({ command }) => (command === 'view' ? 'read' : 'write'),
  route: 'editor',
  input: z
    .object({
      command: z.enum(['view', 'create', 'str_replace']),
      path: workspacePathSchema.describe('Path of the file, for example "templates/deployment.yaml".'),
      content: text.optional().describe('For create: the whole content of the new file.'),
      oldStr: text
        .optional()
        .describe('For str_replace: the passage to replace; it must occur exactly once, unless replaceAll is set.'),
      newStr: text.optional().describe('For str_replace: what to put in its place.'),
      replaceAll: z.boolean().optional().describe('For str_replace: replace every place where oldStr occurs.'),
    })
    .superRefine((input, issues) => {
      for (const field of required[input.command]) {
        if (input[field] === undefined) {
          issues.addIssue({ code: 'custom', path: [field], message: `${input.command} needs ${field}` });
        }
      }
    }),
  output: () =>
    z.object({
      success: z.literal(true),
      /** The file's content, including pending changes. */
      content: z.string().optional(),
      message: z.string().optional(),
      /** For str_replace: the number of replacements. */
      count: z.number().int().optional(),
      /** For str_replace: the unified diff of the change. */
      diff: z.string().optional(),
    }),
  async execute(
    { command, path, content = '', oldStr = '', newStr = '', replaceAll = false },
    context: ToolContext<EditPorts>,
  ) {
    switch (command) {
      case 'view':
        return viewFile(path, context);
      case 'create':
        return createFile({ path, content }, context);
      case 'str_replace':
        return replaceInFile({ path, oldStr, newStr, replaceAll }, context);
    }
  },
  toModel({ content = '', message, diff }) {
    if (message === undefined) return fenceText(content, { source: 'file' });
    return diff ? `${message}\n${fenceText(diff, { source: 'file' })}` : message;
  },
});
