/**
 * Creates a function that returns the maximum body length for a path: the first matching limit, else `fallback`. `*`
 * matches one segment.
 */
export function createBodyLimits(limits: Readonly<Record<string, number>>, fallback: number): (path: string) => number {
  const rules = Object.entries(limits).map(([path, maxBytes]) => ({ segments: path.split('/'), maxBytes }));
  return (path) => {
    const asked = path.split('/');
    return rules.find(({ segments }) => fits(asked, segments))?.maxBytes ?? fallback;
  };
}

function fits(asked: readonly string[], segments: readonly string[]): boolean {
  return (
    asked.length === segments.length &&
    segments.every((segment, at) => segment === asked[at] || (segment === '*' && asked[at] !== ''))
  );
}
