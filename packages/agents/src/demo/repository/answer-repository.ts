import { AppError, readFences } from '@shipmate/core';
import { demoLabel } from '../demo-label.ts';
import type { DemoSteps } from '../demo-steps.ts';
import { takeStep } from '../take-step.ts';

/** Work in the checkout. Returns one sentence (Markdown) about the result. */
type Task = (...words: readonly string[]) => DemoSteps<string>;

const quoted = String.raw`["“'\x60](.{1,500}?)["”'\x60]`;
const file = String.raw`[\x60"]?([\w@./-]*\w)[\x60"]?`;
const name = String.raw`[\x60"]?([\w$]+)[\x60"]?`;

/** Forms of requests that change files. The first that matches is executed. */
const edits: readonly (readonly [form: RegExp, task: Task])[] = [
  [new RegExp(`\\breplace\\s+${quoted}\\s+(?:with|by)\\s+${quoted}(?:\\s+in\\s+${file})?`, 'i'), replace],
  [new RegExp(`\\bcreate\\s+(?:the\\s+file\\s+)?${file}\\s+with\\s+${quoted}`, 'i'), create],
  [new RegExp(`\\b(?:add|append)\\s+${quoted}\\s+to\\s+${file}`, 'i'), append],
  [new RegExp(`\\brename\\s+(?:the\\s+)?(?:class|function|method|type)?\\s*${name}\\s+to\\s+${name}`, 'i'), rename],
];

const testForm = /\b(?:run|execute)\b.{0,40}\btests?\b/i;
const searchForm = new RegExp(`\\b(?:find|search\\s+for|where\\s+is)\\s+(?:${quoted}|${name})`, 'i');
const overviewForm = /\b(?:what|explain|describe|overview|summari[sz]e)\b/i;

const abilities = `I can:

- replace text – “replace "Hello" with "Welcome" in README.md”, or without a file, everywhere
- create a file or add a line – “create notes.md with "Notes"”, “add "Done." to notes.md”
- rename a symbol and its uses – “rename total to sum”
- run the tests – “run the tests”, also after a change: “rename total to sum and run the tests”
- find text and describe the repository – “find "TODO"”, “what is in this repository?”`;

const maxQuestion = 2_000;
const maxFiles = 20;
const maxShown = 10;

/** Changes files, runs the tests, searches or describes the repository, as a request says, and commits changes. */
export function* answerRepository(question: string): DemoSteps<string> {
  // Fenced passages, such as the comments of a review, are data.
  const text = readFences(question).outside.slice(0, maxQuestion);
  const [edit, words] = findEdit(text);
  const outcomes: string[] = [];
  const attempt = function* (steps: DemoSteps<string>): DemoSteps<boolean> {
    try {
      outcomes.push(yield* steps);
      return true;
    } catch (thrown) {
      if (!AppError.isInstance(thrown)) throw thrown;
      outcomes.push(`That did not work: ${thrown.message}`);
      return false;
    }
  };
  const isChanged = edit !== undefined && (yield* attempt(edit(...words)));
  if (testForm.test(text)) yield* attempt(runTests());
  if (isChanged) yield* attempt(commit(text));
  const [, phrase, word] = searchForm.exec(text) ?? [];
  const wanted = phrase ?? word;
  if (outcomes.length === 0 && wanted !== undefined) yield* attempt(find(wanted));
  if (outcomes.length === 0 && overviewForm.test(text)) yield* attempt(describe());
  return [...(outcomes.length === 0 ? [abilities] : outcomes), demoLabel].join('\n\n');
}

function findEdit(text: string): readonly [Task | undefined, readonly string[]] {
  for (const [form, task] of edits) {
    const words = form.exec(text);
    if (words) return [task, words.slice(1)];
  }
  return [undefined, []];
}

function* replace(oldStr = '', newStr = '', filePath?: string): DemoSteps<string> {
  const paths = filePath === undefined ? yield* filesWith(oldStr) : [filePath];
  const lines: string[] = [];
  for (const path of paths.slice(0, maxFiles)) {
    lines.push(yield* callTool('editFile', { filePath: path, oldStr, newStr, replaceAll: true }));
  }
  if (lines.length === 0) throw new AppError({ code: 'NOT_FOUND', message: `no file contains “${oldStr}”.` });
  const left = paths.length - lines.length;
  return [...lines.map(headOf), ...(left > 0 ? [`${left} more files contain it.`] : [])].join('\n\n');
}

function* create(filePath: string | undefined, content: string | undefined): DemoSteps<string> {
  return headOf(yield* callTool('writeFile', { filePath, content: `${content}\n` }));
}

function* append(line: string | undefined, filePath: string | undefined): DemoSteps<string> {
  const output = yield* callTool('readFile', { filePath });
  const [head = ''] = output.split('\n', 1);
  const [content, version] = [fencedIn(output), /version (\w{64})\./.exec(head)?.[1]];
  if (content === undefined || version === undefined || head.includes('Continue with')) {
    throw new AppError({ code: 'CONFLICT', message: `“${filePath}” is too long for the demo model.` });
  }
  const end = content === '' || content.endsWith('\n') ? '' : '\n';
  return headOf(yield* callTool('writeFile', { filePath, content: `${content}${end}${line}\n`, version }));
}

function* rename(symbol: string | undefined, newName: string | undefined): DemoSteps<string> {
  const places = fencedIn(yield* callTool('findReferences', { symbol }));
  const filePath = /^(.+?):\d+:\d+ definition /m.exec(places ?? '')?.[1];
  if (filePath === undefined) throw new AppError({ code: 'NOT_FOUND', message: `nothing declares “${symbol}”.` });
  return headOf(yield* callTool('renameSymbol', { filePath, symbol, newName }));
}

function* runTests(): DemoSteps<string> {
  const output = yield* callTool('runTests', {});
  const head = headOf(output);
  if (!head.startsWith('Tests failed')) return head;
  return `${head}\n\n\`\`\`text\n${fencedIn(output)?.slice(0, maxQuestion)}\n\`\`\``;
}

function* commit(text: string): DemoSteps<string> {
  const subject = text.replaceAll(/\s+/gu, ' ').trim().slice(0, 72);
  const message = subject.charAt(0).toUpperCase() + subject.slice(1);
  return headOf(yield* callTool('gitCommit', { message, addAll: true }));
}

function* find(wanted: string): DemoSteps<string> {
  const output = yield* callTool('searchFiles', { pattern: wanted });
  const lines = (fencedIn(output) ?? '').split('\n').filter((line) => line !== '');
  const shown = lines.slice(0, maxShown).join('\n');
  return shown === '' ? headOf(output) : `${headOf(output)}\n\n\`\`\`text\n${shown}\n\`\`\``;
}

function* describe(): DemoSteps<string> {
  const entries = fencedIn(yield* callTool('listDirectory', { dirPath: '.' })) ?? '';
  const projects = fencedIn(yield* callTool('analyzeDependencies', {})) ?? '';
  const found = projects.split('\n').filter((line) => /^\S.* \(.*; .*\)$/.test(line));
  const list = (lines: readonly string[]) => lines.slice(0, maxShown).map((line) => `- \`${line}\``);
  const files = entries.split('\n').filter((line) => line !== '');
  return [
    `The repository has ${files.length} files and folders at the top, and ${found.length} projects with a manifest:`,
    [...list(found), ...list(files)].join('\n'),
  ].join('\n\n');
}

/** Returns the files that contain a text. */
function* filesWith(pattern: string): DemoSteps<readonly string[]> {
  const lines = fencedIn(yield* callTool('searchFiles', { pattern, maxResults: 1_000 })) ?? '';
  return [...new Set([...lines.matchAll(/^(.+?):\d+: /gm)].map(([, path = '']) => path))];
}

function callTool(tool: string, input: object): DemoSteps<string> {
  return takeStep({ call: { name: tool, input } });
}

/** The first line of a result, without the hash of a file's content. */
function headOf(output: string): string {
  return (output.split('\n', 1)[0] ?? '').replace(/ Version \w{64}\./, '');
}

/** The content of files or the output of programs in a result. */
function fencedIn(output: string): string | undefined {
  return readFences(output).fenced[0]?.text;
}
