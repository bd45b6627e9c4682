import type { OperationSource, Program, SourceListing, SourceQuery } from './source/operation-source.ts';

/** Lists the programs of all sources. Of tools with the same name the first is used. */
export async function listPrograms(sources: readonly OperationSource[], query: SourceQuery): Promise<SourceListing> {
  const listings = await Promise.all(sources.map((source) => source(query)));
  const programs = new Map<string, Program>();
  const problems = listings.flatMap((listing) => listing.problems);
  for (const program of listings.flatMap((listing) => listing.programs)) {
    if (programs.has(program.tool)) problems.push(`Another ${program.tool} was left out: there is one already.`);
    else programs.set(program.tool, program);
  }
  return { programs: [...programs.values()], problems };
}
