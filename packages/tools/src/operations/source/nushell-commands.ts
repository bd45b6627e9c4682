import type { OperationParameter, ParameterKind, PlatformOperation } from '@shipmate/domain/operation';
import type { AnswerType } from '@shipmate/domain/question';
import { z } from 'zod';
import { operationName, parameterName } from './operation-source.ts';
import { answerValueSchema } from './tool-description.ts';

const parameterSchema = z.object({
  parameter_name: z.string().nullable(),
  parameter_type: z.string(),
  syntax_shape: z.string().nullable(),
  is_optional: z.boolean(),
  description: z.string().nullable(),
  parameter_default: answerValueSchema.optional().catch(undefined),
});

/** The commands of a script in the output of `scope commands`. */
export const nushellCommandsSchema = z.array(
  z.object({
    name: z.string(),
    description: z.string().default(''),
    /** By the type of the piped input; the parameters are the same for each. */
    signatures: z.record(z.string(), z.array(parameterSchema)),
  }),
);

type NushellCommand = z.output<typeof nushellCommandsSchema>[number];
type NushellParameter = z.output<typeof parameterSchema>;

const kinds: Readonly<Record<string, ParameterKind>> = {
  positional: 'positional',
  rest: 'rest',
  named: 'flag',
  switch: 'switch',
};

/** The Nushell types that a command-line argument can have. */
const types: Readonly<Record<string, AnswerType>> = {
  int: 'integer',
  float: 'number',
  number: 'number',
  bool: 'boolean',
  boolean: 'boolean',
  string: 'string',
  any: 'string',
  path: 'string',
  filepath: 'string',
  directory: 'string',
  glob: 'string',
  duration: 'string',
  filesize: 'string',
  datetime: 'string',
};

/** Converts the commands `main …` of a script, by their Nushell signatures, to operations. */
export function toNushellOperations(
  tool: string,
  commands: readonly NushellCommand[],
): { readonly operations: readonly PlatformOperation[]; readonly problems: readonly string[] } {
  const mains = commands.filter(({ name }) => name === 'main' || name.startsWith('main '));
  const operations: PlatformOperation[] = [];
  const problems: string[] = [];
  for (const command of mains) {
    const parameters = (Object.values(command.signatures)[0] ?? []).filter(({ parameter_type: type }) =>
      Object.hasOwn(kinds, type),
    );
    // A `main` without parameters next to other commands only prints their usage.
    if (command.name === 'main' && parameters.length === 0 && mains.length > 1) continue;
    const impossible = parameters.find((parameter) => !parameter.is_optional && !isPassable(parameter));
    const operation = command.name.slice('main '.length) || 'main';
    if (!operationName.test(operation)) {
      problems.push(`A command of ${tool} was left out: its name holds more than letters, digits and -_.`);
      continue;
    }
    if (impossible) {
      const { parameter_name: name, syntax_shape: shape } = impossible;
      problems.push(`${tool} ${operation} was left out: its ${name} (${shape}) fits no command line.`);
      continue;
    }
    operations.push({
      tool,
      operation,
      description: command.description,
      words: command.name.split(' ').slice(1),
      endOfFlags: true,
      parameters: parameters.filter(isPassable).map(toParameter),
    });
  }
  return { operations, problems };
}

function isPassable({ parameter_type: type, syntax_shape: shape, parameter_name: name }: NushellParameter): boolean {
  return parameterName.test(name ?? '') && (type === 'switch' || (shape !== null && Object.hasOwn(types, shape)));
}

function toParameter(parameter: NushellParameter): OperationParameter {
  const kind = kinds[parameter.parameter_type] ?? 'flag';
  const { parameter_default: fallback } = parameter;
  return {
    name: parameter.parameter_name ?? '',
    kind,
    text: parameter.description ?? '',
    type: kind === 'switch' ? 'boolean' : kind === 'rest' ? 'list' : (types[parameter.syntax_shape ?? ''] ?? 'string'),
    required: !parameter.is_optional,
    ...(fallback !== undefined && { default: fallback }),
  };
}
