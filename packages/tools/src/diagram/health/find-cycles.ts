import type { CodeMapFile } from '@shipmate/domain/code-map';
import { type ImportLink, listImportLinks } from '../build/import-links.ts';

interface Visit {
  readonly path: string;
  readonly next: Iterator<string>;
}

/** Returns the imports of files that exist when they run, not those of types alone. */
export function listRunTimeLinks(files: readonly CodeMapFile[]): readonly ImportLink[] {
  return listImportLinks(files.map((file) => ({ ...file, imports: file.imports.filter(({ typeOnly }) => !typeOnly) })));
}

/** Returns the sets of files that import each other in a circle when they run, largest first. */
export function findRunTimeCycles(files: readonly CodeMapFile[]): readonly (readonly string[])[] {
  return findCycles(listRunTimeLinks(files));
}

/** Returns the sets of files that import each other in a circle, largest first (Tarjan's algorithm, without recursion). */
export function findCycles(links: readonly ImportLink[]): readonly (readonly string[])[] {
  const targets = new Map(
    [...Map.groupBy(links, ({ from }) => from)].map(([from, all]) => [from, all.map(({ to }) => to)]),
  );
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const cycles: (readonly string[])[] = [];
  const lower = (path: string, to: number | undefined): void =>
    void lowest.set(path, Math.min(lowest.get(path) ?? 0, to ?? Number.POSITIVE_INFINITY));

  const enter = (path: string): Visit => {
    order.set(path, order.size);
    lowest.set(path, order.size - 1);
    stack.push(path);
    onStack.add(path);
    return { path, next: (targets.get(path) ?? [])[Symbol.iterator]() };
  };
  const leave = (path: string): void => {
    if (lowest.get(path) !== order.get(path)) return;
    const members = stack.splice(stack.lastIndexOf(path));
    for (const member of members) onStack.delete(member);
    if (members.length > 1) cycles.push(members.toSorted());
  };

  for (const start of targets.keys()) {
    if (order.has(start)) continue;
    const open = [enter(start)];
    for (let visit = open.at(-1); visit !== undefined; visit = open.at(-1)) {
      const { done, value } = visit.next.next();
      if (done) {
        open.pop();
        leave(visit.path);
        const above = open.at(-1);
        if (above) lower(above.path, lowest.get(visit.path));
      } else if (!order.has(value)) open.push(enter(value));
      else if (onStack.has(value)) lower(visit.path, order.get(value));
    }
  }
  return cycles.toSorted((one, other) => other.length - one.length || (one.join('\0') < other.join('\0') ? -1 : 1));
}
