import type { OperationParameter, PlatformOperation } from '@shipmate/domain/operation';

/** Renders an operation on one line. */
export function toOperationLine({ tool, operation, description, parameters }: PlatformOperation): string {
  const needed = parameters.filter(({ required }) => required).map(({ name }) => name);
  const needs = needed.length === 0 ? '' : ` (needs ${needed.join(', ')})`;
  return `${tool}: ${operation}${needs}${description === '' ? '' : ` - ${toLine(description)}`}`;
}

/** Renders a parameter on one line. */
export function toParameterLine({ name, kind, type, required, choices, text, ...rest }: OperationParameter): string {
  const facts = [
    kind,
    ...(kind === 'switch' ? [] : [type]),
    required ? 'required' : 'optional',
    ...(rest.default === undefined ? [] : [`default ${JSON.stringify(rest.default)}`]),
    ...(choices ? [`one of ${choices.join(', ')}`] : []),
  ];
  return `${name} (${facts.join('; ')})${text === '' ? '' : ` - ${toLine(text)}`}`;
}

function toLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
