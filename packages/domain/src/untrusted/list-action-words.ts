/** A word of an action that could do harm if an attacker chose it. */
interface ActionWord {
  readonly word: string;
  readonly field: string;
}

/** Bounds: leaves, characters and words of an input, and its depth. */
const max = { leaves: 5_000, characters: 100_000, words: 1_000, depth: 60 };

const shortest = 6;

/** Fields that identify the object of an action, or the type of a value. */
const identities = new Set([
  'apiVersion',
  'context',
  'kind',
  'metadata',
  'name',
  'namespace',
  'oldStr',
  'path',
  'proposalId',
  'resource',
  'resourceVersion',
  'selector',
  'matchLabels',
  'target',
]);

/** Fields in which a plain word is a choice, too: elsewhere, words of letters alone are names of the API. */
const choices = new Set(['args', 'command', 'exec', 'host', 'image', 'registry', 'repository', 'tag', 'url', 'value']);

/** Lists the words of an action's input that are values, in their order: images, URLs, commands, arguments, addresses. */
export function listActionWords(input: unknown, toWords: (text: string) => Iterable<string>): readonly ActionWord[] {
  const found = new Map<string, ActionWord>();
  const budget = { leaves: max.leaves, characters: max.characters };

  function readValue(text: string, field: string): void {
    for (const word of toWords(text)) {
      if (found.size >= max.words) return;
      if (isTelling(word, field) && !found.has(word)) found.set(word, { word, field });
    }
  }

  function readText(text: string, field: string): void {
    const parsed = parseObject(text);
    if (parsed !== undefined) return walk(parsed, field, 1);
    const shown = text.slice(0, Math.max(0, budget.characters));
    budget.characters -= shown.length;
    if (!shown.includes('\n')) return readValue(shown, field);
    let current = '';
    for (const line of shown.replaceAll(/\{\{[^{}]*\}\}/g, ' ').split('\n')) {
      const [, key, rest = ''] = /^\s*(?:- )*["']?([\w./-]+)["']?:(?:\s(.*))?$/.exec(line) ?? [];
      current = key ?? current;
      if (!identities.has(current)) readValue(key === undefined ? line : rest, current);
    }
  }

  function walk(value: unknown, field: string, depth: number): void {
    if (depth > max.depth || (budget.leaves -= 1) < 0) return;
    if (typeof value === 'string') return readText(value, field);
    if (Array.isArray(value)) return value.forEach((each) => walk(each, field, depth + 1));
    if (typeof value !== 'object' || value === null) return;
    for (const [key, child] of Object.entries(value)) if (!identities.has(key)) walk(child, key, depth + 1);
  }

  walk(input, '', 0);
  const before = typeof input === 'object' && input !== null && 'oldStr' in input ? String(input.oldStr) : '';
  for (const word of toWords(before.slice(0, max.characters))) found.delete(word);
  return [...found.values()];
}

function isTelling(word: string, field: string): boolean {
  if (word.length < shortest || /^[\d.]+[A-Za-z]{0,2}$/.test(word)) return false;
  return choices.has(field) || !/^[A-Za-z]+$/.test(word);
}

/** A patch may be one line of JSON. */
function parseObject(text: string): unknown {
  if (!/^\s*[[{]/.test(text) || text.length > max.characters) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
