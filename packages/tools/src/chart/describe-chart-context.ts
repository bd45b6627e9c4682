import { fenceText } from '@shipmate/core';
import type { ChartContext, ContextFile } from './chart-context.ts';

/** Limits in characters, so that the whole text stays near 12,000. */
const maxFileList = 4_000;
const maxContents = 7_500;

/**
 * Describes a workspace for a model: all files by size and state, and the contents of each Chart.yaml and values.yaml.
 */
export function describeChartContext(context: ChartContext): string {
  const { name, revisionNumber, files, charts } = context;
  const pending = files.filter(({ pendingOp }) => pendingOp !== null).length;
  return [
    `Workspace "${name}", revision ${revisionNumber}, ${files.length} files, ${pending} with a pending change.`,
    `Charts: ${charts.map(describeChart).join(', ') || 'none'}.`,
    `Files:\n${fenceText(listFiles(files), { source: 'workspace' })}`,
    ...showContents(files.filter(isKeyFile).sort(byDepth)),
    'Read any file in full with textEditor: {"command": "view", "path": "…"}.',
  ].join('\n\n');
}

/** Quotes a name or folder that is more than a plain word, because it comes from a file. */
function describeChart({ name, root }: ChartContext['charts'][number]): string {
  return `${toPlainWord(name)} (in ${root === '' ? 'the top folder' : toPlainWord(root)})`;
}

function toPlainWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : JSON.stringify(text);
}

function listFiles(files: readonly ContextFile[]): string {
  let list = '';
  for (const [index, file] of files.entries()) {
    const line = `- ${file.path} (${effective(file).length} characters${state(file)})\n`;
    if (list.length + line.length > maxFileList) return `${list}… and ${files.length - index} more files`;
    list += line;
  }
  return list.trimEnd();
}

function state({ pendingOp, pendingPath }: ContextFile): string {
  if (pendingOp === null) return '';
  return pendingPath === null ? `, pending: ${pendingOp}` : `, pending: rename to ${pendingPath}`;
}

function showContents(files: readonly ContextFile[]): readonly string[] {
  let left = maxContents;
  return files.map((file) => {
    const content = effective(file);
    const shown = content.slice(0, left);
    left -= shown.length;
    const cut =
      shown.length < content.length ? `\n… cut: ${content.length - shown.length} more characters, view the file` : '';
    return fenceText(shown, { source: 'file', name: file.path }) + cut;
  });
}

function isKeyFile({ path, pendingOp }: ContextFile): boolean {
  return pendingOp !== 'delete' && /(^|\/)(Chart|values)\.yaml$/.test(path);
}

function byDepth(left: ContextFile, right: ContextFile): number {
  return left.path.split('/').length - right.path.split('/').length;
}

function effective({ content, contentPending }: ContextFile): string {
  return contentPending ?? content;
}
