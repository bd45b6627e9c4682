/** A method of a port that is loaded later. */
type Method = (...args: never[]) => Promise<unknown>;

/**
 * Makes methods of a port whose code is loaded with the first call of one of them, so that a program that offers a tool starts
 * without the code that runs it.
 *
 * **Contract.** `load` is called once, and again after it rejected; a call rejects with what `load` rejected with.
 *
 * @example
 * const { run } = loadWithFirstCall(['run'], async () => (await import('./command-runner.ts')).createCommandRunner());
 */
export function loadWithFirstCall<const Name extends string, Port extends Readonly<Record<Name, Method>>>(
  names: readonly Name[],
  load: () => Promise<Port>,
): Pick<Port, Name> {
  let loading: Promise<Port> | undefined;
  const loadOnce = (): Promise<Port> =>
    (loading ??= load().catch((thrown: unknown) => {
      loading = undefined;
      throw thrown;
    }));
  const toMethod =
    (name: Name): Method =>
    async (...args) =>
      (await loadOnce())[name](...args);
  return Object.fromEntries(names.map((name) => [name, toMethod(name)])) as Pick<Port, Name>;
}
