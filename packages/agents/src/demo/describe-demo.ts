import { readFences, type TextSource } from '@shipmate/core';

/** Titles a conversation with the question itself, capitalized. */
export function demoTitle(prompt: string): string {
  const question = readFenced(prompt, 'question').trim();
  return question.charAt(0).toUpperCase() + question.slice(1);
}

/** Summarizes a workspace's charts from their Chart.yaml and the file list. */
export function demoSummary(prompt: string): string {
  const workspace = readFenced(prompt, 'workspace');
  const description = /^description:\s*(.+)$/m.exec(workspace)?.[1]?.replace(/^["']|["'.]+$/g, '');
  const templates = workspace.match(/^- \S*templates\/\S+\.ya?ml \(/gm)?.length ?? 0;
  const dependencies = [...workspace.matchAll(/^\s*- name: (\S+)\n\s+version:/gm)].map(([, name]) => name);
  return [
    `${description ?? 'A chart without a description'}.`,
    `It renders ${templates} templates`,
    dependencies.length > 0 ? `and depends on ${dependencies.join(', ')}.` : 'and depends on no other chart.',
    '(Written by the demo model.)',
  ].join(' ');
}

function readFenced(prompt: string, source: TextSource): string {
  return readFences(prompt).fenced.find((each) => each.source === source)?.text ?? '';
}
