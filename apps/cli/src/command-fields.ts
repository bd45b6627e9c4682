import { parseArgs } from 'node:util';

/** Undeclared options of a command line with their values; `true` for one without a value. */
export type Fields = ReadonlyMap<string, readonly (string | true)[]>;

/** Separates the undeclared options, which are fields of an input, from the words and options of the command. */
export function takeFields(
  args: readonly string[],
  declared: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>,
): { readonly own: string[]; readonly fields: Fields } {
  const options = Object.fromEntries(Object.entries(declared).map(([name, { type }]) => [name, { type }]));
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const own = new Set(args.keys());
  const fields = new Map<string, (string | true)[]>();
  for (const token of tokens) {
    if (token.kind !== 'option' || Object.hasOwn(declared, token.name)) continue;
    const { name, index, inlineValue, value } = token;
    own.delete(index);
    const next = tokens.find((other) => other.index === index + 1);
    const takesNext = inlineValue !== true && next?.kind === 'positional';
    if (takesNext) own.delete(index + 1);
    const given = takesNext ? next.value : (value ?? true);
    fields.set(name, [...(fields.get(name) ?? []), given]);
  }
  return { own: args.filter((_, index) => own.has(index)), fields };
}
