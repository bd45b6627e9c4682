import type { OperationSource, Program, SourceListing, SourceQuery } from './source/operation-source.ts';

/** What all sources know together. Of tools with the same name the first counts. */
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
