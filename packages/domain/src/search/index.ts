export { nearestNames } from './nearest-names.ts';
export { fuseRanks, phrasingDamping } from './fuse-ranks.ts';
export { splitGroup, splitIdentifier } from './split-identifier.ts';
export { toSearchTerms, type SearchTerm } from './to-search-terms.ts';
