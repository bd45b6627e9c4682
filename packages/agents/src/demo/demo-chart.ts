import { AppError, unfenceText } from '@shipmate/core';
import type { DemoStep, DemoSteps } from './demo-steps.ts';
import { type ChartListing, parseChartListing } from './parse-chart-listing.ts';
import type { DemoAction } from './demo-action.ts';
import { takeStep } from './take-step.ts';
import { toReplacement } from './yaml/to-replacement.ts';

/** The chart of the workspace, accessed through the tools and cached during one answer. */
export interface DemoChart {
  /** Lists its files; cached. */
  listing(): DemoSteps<ChartListing>;
  /** Reads a file; cached. Paths are relative to the chart. */
  view(path: string): DemoSteps<string>;
  /** Changes a file by the smallest replacement. Returns false when the file is already as required. */
  edit(path: string, change: (content: string) => string): DemoSteps<boolean>;
  create(path: string, content: string): DemoSteps<void>;
  propose(summary: string, actions: readonly DemoAction[]): DemoSteps<void>;
  /** Returns true after any change. */
  hasEdits(): boolean;
}

/** Creates a chart with an empty cache. Its steps throw `AppError` with the message of the tool that failed. */
export function createDemoChart(): DemoChart {
  const contents = new Map<string, string>();
  let known: ChartListing | undefined;
  let edited = false;

  function* listing(): DemoSteps<ChartListing> {
    known ??= parseChartListing(
      yield* takeStep({ say: 'Let me look at the chart.', call: { name: 'getChartContext', input: {} } }),
    );
    return known;
  }

  function* at(path: string): DemoSteps<string> {
    const { root } = yield* listing();
    return root === '' ? path : `${root}/${path}`;
  }

  function* view(path: string): DemoSteps<string> {
    const remembered = contents.get(path);
    if (remembered !== undefined) return remembered;
    const content = unfenceText(yield* takeStep(editorStep({ command: 'view', path: yield* at(path) })));
    if (/^\[… \d+ of \d+ characters left out here/m.test(content)) {
      throw new AppError({ code: 'PAYLOAD_TOO_LARGE', message: `${path} is too long for the demo model to edit.` });
    }
    contents.set(path, content);
    return content;
  }

  function* edit(path: string, change: (content: string) => string): DemoSteps<boolean> {
    const before = yield* view(path);
    const lineBreak = before.includes('\r\n') ? '\r\n' : '\n';
    const after = change(before.replaceAll('\r\n', '\n')).replaceAll('\n', lineBreak);
    if (after === before) return false;
    const replacement = toReplacement(before, after);
    if (!replacement)
      throw new AppError({ code: 'CONFLICT', message: `${path} is empty, so there is no text to replace.` });
    yield* takeStep(editorStep({ command: 'str_replace', path: yield* at(path), ...replacement }));
    contents.set(path, after);
    edited = true;
    return true;
  }

  function* create(path: string, content: string): DemoSteps<void> {
    yield* takeStep(editorStep({ command: 'create', path: yield* at(path), content }));
    contents.set(path, content);
    edited = true;
  }

  function* propose(summary: string, actions: readonly DemoAction[]): DemoSteps<void> {
    const planned: DemoAction[] = [];
    for (const action of actions) planned.push({ ...action, path: yield* at(action.path) });
    yield* takeStep({ call: { name: 'proposePlan', input: { summary, actions: planned } } });
  }

  return { listing, view, edit, create, propose, hasEdits: () => edited };
}

function editorStep(input: Readonly<Record<string, string>>): DemoStep {
  return { call: { name: 'textEditor', input } };
}
