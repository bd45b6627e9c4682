import type { TaskSize } from './subject.ts';

/** Parses the name of a subject: `module`, or `module?steps=200&tools=60`. Default: 20 steps, one tool, 8,800 lines. */
export function parseSubject(name: string): { readonly module: string; readonly size: TaskSize } {
  const [module = '', query] = name.split('?');
  const parameters = new URLSearchParams(query);
  return {
    module,
    size: {
      steps: Number(parameters.get('steps') ?? 20),
      tools: Number(parameters.get('tools') ?? 1),
      lines: Number(parameters.get('lines') ?? 8_800),
    },
  };
}
