import { AppError, readFences } from '@shipmate/core';
import { attempt, toAnswer } from '../attempt.ts';
import type { DemoSteps } from '../demo-steps.ts';
import { takeStep } from '../take-step.ts';

/** Work in the checkout with the words of a request. Returns a paragraph (Markdown) about the result. */
type Task = (...words: readonly string[]) => DemoSteps<string>;

const quoted = String.raw`["“'\x60](.{1,500}?)["”'\x60]`;
const file = String.raw`[\x60"]?([\w@./-]*\w)[\x60"]?`;
const name = String.raw`[\x60"]?([\w$]+)[\x60"]?`;

/** Forms of requests that change files. The first that matches is executed. */
const edits: readonly (readonly [form: RegExp, task: Task])[] = [
  [new RegExp(`\\breplace ${quoted} (?:with|by) ${quoted}(?: in ${file})?`, 'i'), replace],
  [new RegExp(`\\bcreate ${file} with ${quoted}`, 'i'), create],
  [new RegExp(`\\badd ${quoted} to ${file}`, 'i'), append],
  [new RegExp(`\\brename ${name} to ${name}`, 'i'), rename],
];

/** Forms of requests that change nothing. */
const questions: typeof edits = [
  [/\b(?:find|where is) ["“'`]?([^"”'`?]{1,500})/i, find],
  [/\b(?:what|explain|describe)\b/i, describe],
];

const testForm = /\brun\b.{0,40}\btests?\b/i;

const abilities = `I can:

- replace text – “replace "Hello" with "Welcome" in README.md”, or without a file, everywhere
- create a file or add a line – “create notes.md with "Notes"”, “add "Done." to notes.md”
- rename a symbol and its uses – “rename total to sum”
- run the tests – “run the tests”, also after a change: “rename total to sum and run the tests”
- find text and describe the repository – “find "TODO"”, “what is in this repository?”`;

const maxQuestion = 2_000;
const maxFiles = 20;
const maxLines = 20;

/** Changes files, runs the tests, searches or describes the repository, as a request says, and commits changes. */
export function answerRepository(question: string): DemoSteps<string> {
  // Fenced passages, such as the comments of a review, are data.
  return toAnswer(answer(readFences(question).outside.slice(0, maxQuestion)));
}

function* answer(text: string): DemoSteps<readonly string[]> {
  const edit = toSteps(edits, text);
  const outcomes: string[] = [];
  if (edit) outcomes.push(yield* attempt(edit));
  if (testForm.test(text)) outcomes.push(yield* attempt(runTests()));
  if (edit) outcomes.push(yield* attempt(commit(text)));
  const asked = outcomes.length === 0 ? toSteps(questions, text) : undefined;
  if (asked) outcomes.push(yield* attempt(asked));
  return outcomes.length === 0 ? [abilities] : outcomes.filter((outcome) => outcome !== '');
}

function toSteps(forms: typeof edits, text: string): DemoSteps<string> | undefined {
  for (const [form, task] of forms) {
    const words = form.exec(text);
    if (words) return task(...words.slice(1));
  }
  return undefined;
}

function* replace(oldStr = '', newStr = '', filePath?: string): DemoSteps<string> {
  const paths = filePath === undefined ? yield* filesWith(oldStr) : [filePath];
  const lines: string[] = [];
  for (const path of paths.slice(0, maxFiles)) {
    const edit = { filePath: path, oldStr, newStr, replaceAll: true };
    lines.push(headOf(yield* callTool('editFile', edit)));
  }
  if (lines.length === 0) throw new AppError({ code: 'NOT_FOUND', message: `no file contains “${oldStr}”.` });
  if (paths.length > maxFiles) lines.push(`${paths.length - maxFiles} more files contain it.`);
  return lines.join('\n\n');
}

function* create(filePath = '', content = ''): DemoSteps<string> {
  return headOf(yield* callTool('writeFile', { filePath, content: `${content}\n` }));
}

function* append(line = '', filePath = ''): DemoSteps<string> {
  const output = yield* callTool('readFile', { filePath });
  const [head = ''] = output.split('\n', 1);
  const [content, version] = [fencedIn(output), /version (\w{64})\./.exec(head)?.[1]];
  if (version === undefined || head.includes('Continue with')) {
    throw new AppError({ code: 'CONFLICT', message: `“${filePath}” is too long for the demo model.` });
  }
  const end = content === '' || content.endsWith('\n') ? '' : '\n';
  return headOf(yield* callTool('writeFile', { filePath, content: `${content}${end}${line}\n`, version }));
}

function* rename(symbol = '', newName = ''): DemoSteps<string> {
  const places = fencedIn(yield* callTool('findReferences', { symbol }));
  const filePath = /^(.+?):\d+:\d+ definition /m.exec(places)?.[1];
  if (filePath === undefined) throw new AppError({ code: 'NOT_FOUND', message: `nothing declares “${symbol}”.` });
  return headOf(yield* callTool('renameSymbol', { filePath, symbol, newName }));
}

function* runTests(): DemoSteps<string> {
  const output = yield* callTool('runTests', {});
  return output.startsWith('Tests failed') ? toText(output) : headOf(output);
}

function* commit(text: string): DemoSteps<string> {
  const message = text.replaceAll(/\s+/g, ' ').trim().slice(0, 72);
  const head = headOf(yield* callTool('gitCommit', { message, addAll: true }));
  return head.startsWith('Committed') ? head : '';
}

function* find(pattern = ''): DemoSteps<string> {
  return toText(yield* callTool('searchFiles', { pattern: pattern.trim() }));
}

function* describe(): DemoSteps<string> {
  const files = toText(yield* callTool('listDirectory', { dirPath: '.' }));
  return [files, toText(yield* callTool('analyzeDependencies', {}))].join('\n\n');
}

/** Returns the files that contain a text. */
function* filesWith(pattern: string): DemoSteps<readonly string[]> {
  const lines = fencedIn(yield* callTool('searchFiles', { pattern, maxResults: 1_000 }));
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
function fencedIn(output: string): string {
  return readFences(output).fenced[0]?.text ?? '';
}

function toText(output: string): string {
  const lines = fencedIn(output).trim().split('\n').slice(0, maxLines).join('\n');
  return lines === '' ? headOf(output) : `${headOf(output)}\n\n\`\`\`text\n${lines}\n\`\`\``;
}
