import { unfenceText } from '@shipmate/core';
import type { CheckedAnswers, Question } from '@shipmate/domain/question';

/** A required field of a specification that takes one value. */
interface RequiredField {
  readonly path: readonly string[];
  readonly question: Question;
}

const fieldLine = /^( +)(\w+): (string|integer|number|boolean|\[\]string|object)\b(.*?)( — .*)?$/;

/** Parses the required fields in a result of `get_resource_schema`; fields of optional objects and nested lists are left out. */
export function parseRequiredFields(schema: string): readonly RequiredField[] {
  const fields: RequiredField[] = [];
  const open: string[] = [];
  for (const line of unfenceText(schema).split('\n')) {
    const [, indent = '', name = '', type = '', facts = '', purpose = ''] = fieldLine.exec(line) ?? [];
    const level = indent.length / 2;
    if (level === 0) continue;
    open.length = Math.min(open.length, level - 1);
    if (open.length < level - 1 || !facts.includes('(required)')) continue;
    if (type === 'object') open.push(name);
    else fields.push(toField([...open, name], { type, facts, purpose }));
  }
  return fields;
}

function toField(
  path: readonly string[],
  { type, facts, purpose }: { readonly type: string; readonly facts: string; readonly purpose: string },
): RequiredField {
  const choices = [...(/ one of (.*?) \(required\)/.exec(facts)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(
    ([, choice = '']) => choice,
  );
  return {
    path,
    question: {
      name: path.join('-').slice(0, 63),
      text: `${path.join('.')}${purpose === '' ? '?' : `: ${purpose.slice(3)}`}`.slice(0, 500),
      type: type === '[]string' ? 'list' : (type as 'string' | 'integer' | 'number' | 'boolean'),
      required: true,
      ...(choices.length > 0 && { choices }),
    },
  };
}

/** Builds a specification of the answers to the questions about its required fields. */
export function toSpec(fields: readonly RequiredField[], answers: CheckedAnswers): object {
  const spec = emptyObject();
  for (const { path, question } of fields) {
    let parent = spec;
    for (const name of path.slice(0, -1)) parent = (parent[name] ??= emptyObject()) as Record<string, unknown>;
    parent[path.at(-1) ?? ''] = answers[question.name];
  }
  return spec;
}

/** Without a prototype, a field `__proto__` of a foreign schema is a field like any other. */
function emptyObject(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
