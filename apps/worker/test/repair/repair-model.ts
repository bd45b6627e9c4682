import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A call of a tool, or the answer. */
type Step = { readonly name: string; readonly input: Readonly<Record<string, unknown>> } | { readonly text: string };

/** A model over HTTP that repairs a failing test. It knows nothing of the repository but the tool results in its requests. */
export interface RepairModel extends AsyncDisposable {
  readonly url: string;
  /** The names of the tools that it called, in order; a repeated request counts again. */
  readonly steps: readonly string[];
  /** Resolves with the release of an answer that is held: the one after the given tool's first result. */
  holdAfter(tool: string): Promise<() => void>;
}

interface WireMessage {
  readonly role: string;
  readonly content?: string | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string } }[];
}

/** A result that the model has seen. */
interface Seen {
  readonly name: string;
  readonly text: string;
}

/** Starts a model. */
export async function startRepairModel(): Promise<RepairModel> {
  const taken: string[] = [];
  let hold: { readonly tool: string; readonly resolve: (release: () => void) => void } | undefined;

  const server = createServer((request, response) => {
    void (async () => {
      const { messages } = (await json(request)) as { readonly messages: readonly WireMessage[] };
      const seen = toSeen(messages);
      const step = chooseStep(seen);
      taken.push('text' in step ? 'answer' : step.name);
      if (hold !== undefined && seen.at(-1)?.name === hold.tool) {
        const held = Promise.withResolvers<void>();
        hold.resolve(held.resolve);
        hold = undefined;
        await held.promise;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const delta of toDeltas(step, seen.length)) {
        const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'test', ...delta };
        response.write(`data: ${JSON.stringify(chunk)}\n\n`);
      }
      response.end('data: [DONE]\n\n');
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    steps: taken,
    holdAfter: (tool) => new Promise((resolve) => (hold = { tool, resolve })),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function toSeen(messages: readonly WireMessage[]): readonly Seen[] {
  const names = new Map(
    messages.flatMap(({ tool_calls: calls = [] }) => calls.map((call) => [call.id, call.function.name] as const)),
  );
  return messages.flatMap(({ role, content, tool_call_id: id = '' }) =>
    role === 'tool' ? [{ name: names.get(id) ?? '', text: content ?? '' }] : [],
  );
}

/** The facts that the results so far have shown. */
interface Findings {
  /** As the report of the failure names it. */
  readonly testFile: string;
  readonly called: string;
  readonly sourceFile: string;
  readonly source: string;
  readonly filesRead: number;
}

function toFindings(seen: readonly Seen[]): Findings {
  const first = (pattern: RegExp, text = ''): string => pattern.exec(text)?.[1] ?? '';
  const of = (name: string): readonly string[] => seen.flatMap((each) => (each.name === name ? [each.text] : []));
  const [test, source = ''] = of('readFile');
  return {
    testFile: first(/([\w./-]*test[\w./-]*\.(?:ts|py|java))/iu, of('runTests')[0]),
    called: first(/(?:assert\s+|assertEquals\([\d.]+,\s*|strictEqual\()(?:\w+\.)?(\w+)\(/u, test),
    sourceFile: first(/^([\w./-]+):\d+:\d+ definition /mu, of('findReferences')[0]),
    source,
    filesRead: of('readFile').length,
  };
}

/** Chooses the step after a result of each tool. */
const steps: Readonly<Record<string, (found: Findings, last: string) => Step>> = {
  runTests({ testFile, called }, last) {
    if (last.startsWith('Tests passed')) {
      return { name: 'gitCommit', input: { message: `Fix ${called}`, addAll: true } };
    }
    // The reports of Java name a class and a file without its folder.
    if (!testFile.includes('/')) return { name: 'searchFiles', input: { pattern: `class ${testFile.split('.')[0]}` } };
    return { name: 'readFile', input: { filePath: testFile } };
  },
  searchFiles({ testFile }, last) {
    const filePath = new RegExp(`[\\w./-]+/${testFile.replace('.', '\\.')}`, 'u').exec(last)?.[0] ?? '';
    return { name: 'readFile', input: { filePath } };
  },
  readFile({ called, filesRead, source, sourceFile }) {
    if (filesRead === 1) return { name: 'findReferences', input: { symbol: called } };
    const [line = ''] = /^.*return .* - .*$/mu.exec(source) ?? [];
    return { name: 'editFile', input: { filePath: sourceFile, oldStr: line, newStr: line.replace(' - ', ' + ') } };
  },
  findReferences: ({ sourceFile }) => ({ name: 'readFile', input: { filePath: sourceFile } }),
  editFile: () => ({ name: 'runTests', input: {} }),
  gitCommit: ({ called, sourceFile }) => ({ text: `Fixed ${called} in ${sourceFile}. The tests pass.` }),
};

/**
 * Chooses the next step: run the tests, read the test that failed, find and read the code that it calls, correct the operator, run the tests
 * again, commit.
 */
function chooseStep(seen: readonly Seen[]): Step {
  const last = seen.at(-1);
  if (last === undefined) return { name: 'runTests', input: {} };
  return steps[last.name]?.(toFindings(seen), last.text) ?? { text: `I cannot continue after ${last.name}.` };
}

function toDeltas(step: Step, turn: number): readonly object[] {
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  if ('text' in step) {
    const [choice, end] = [
      { index: 0, delta: { role: 'assistant', content: step.text } },
      { index: 0, delta: {} },
    ];
    return [{ choices: [choice] }, { choices: [{ ...end, finish_reason: 'stop' }], usage }];
  }
  const call = { index: 0, id: `call_${turn}`, type: 'function' };
  const given = { name: step.name, arguments: JSON.stringify(step.input) };
  return [
    { choices: [{ index: 0, delta: { role: 'assistant', tool_calls: [{ ...call, function: given }] } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }], usage },
  ];
}
