import type { ImportArchiveResponse } from '@shipmate/protocol/web/archive';

/** Reasons why an import or an export omits a file. */
export const leftReasonTexts: Readonly<Record<ImportArchiveResponse['left'][number]['reason'], string>> = {
  binary: 'not text in UTF-8',
  packed_chart: 'a packed dependency; it is fetched again as Chart.yaml names it',
  too_large: 'more than 1,000,000 characters',
  unsafe_path: 'a path that git, Windows or macOS treats specially',
  colliding_path: 'another file has the same path on some file systems',
  git_repository: 'git would take its folder for a repository',
};
