import { AppError } from '../error/app-error.ts';
import { bindTool } from './bind-tool.ts';
import type { BoundTool } from './bound-tool.ts';
import type { AnyToolDefinition } from './define-tool.ts';

/** The ports that one definition asks for. */
export type PortsOf<Definition> = Definition extends {
  execute(input: never, context: infer Context): unknown;
}
  ? Context extends { readonly ports: infer Ports }
    ? Ports
    : never
  : never;

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The ports that every definition of a tuple asks for, together. */
export type PortsOfAll<Definitions extends readonly AnyToolDefinition[]> =
  Intersection<{ [Index in keyof Definitions]: { readonly ports: PortsOf<Definitions[Index]> } }[number]> extends {
    readonly ports: infer Ports;
  }
    ? Ports
    : never;

/**
 * Puts ports into definitions and converts their schemas, once. A port that is missing is a compile error.
 *
 * @throws AppError `VALIDATION_ERROR` when two definitions share a name.
 */
export function bindTools<const Definitions extends readonly AnyToolDefinition[]>(
  definitions: Definitions,
  ports: PortsOfAll<Definitions>,
): readonly BoundTool[] {
  const names = new Set<string>();
  return definitions.map((definition) => {
    if (names.has(definition.name)) {
      throw new AppError({ code: 'VALIDATION_ERROR', message: `Two tools are called "${definition.name}".` });
    }
    names.add(definition.name);
    const bound = bindTool(definition, (input, context) =>
      definition.execute(input as never, { ...context, ports } as never),
    );
    const preview = definition.preview?.bind(definition);
    if (preview === undefined) return bound;
    return { ...bound, preview: (input, context) => preview(input as never, { ...context, ports } as never) };
  });
}
