import { AppError } from '@shipmate/core/tool';
import { normalizePath } from '../workspace/normalize-path.ts';
import { toNameKey } from '../workspace/path-key.ts';
import { findNameProblem, isGitFolderName } from '../workspace/path-problem.ts';

/** Limits of a path, in bytes of UTF-8 and in segments: a longer one cannot be removed again by its name. */
const maxPathBytes = 4_000;
const maxNameBytes = 255;
const maxDepth = 256;

const unreadable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\\]/u;

/** Files and folders, by {@link toNameKey}, that run programs or change the settings of programs outside of a run. */
const sensitiveNames: ReadonlySet<string> = new Set(
  [
    // Settings of git, and the files of a folder that git takes for a repository.
    `.gitignore .gitattributes .gitmodules .gitconfig .githooks .husky .pre-commit-config.yaml head
     commondir lefthook.yml lefthook.yaml .lefthook.yml`,
    // Pipelines.
    `.github .gitlab-ci.yml .gitlab .gitea .forgejo .circleci .woodpecker .woodpecker.yml
     .travis.yml .drone.yml .buildkite jenkinsfile azure-pipelines.yml bitbucket-pipelines.yml`,
    // Editors and agents.
    `.vscode .idea .devcontainer .devcontainer.json .claude .cursor .mcp.json .codex
     .gemini .zed .vim .nvim.lua .exrc .vimrc .nvimrc .emacs
     .dir-locals.el`,
    // Package managers and credentials.
    `.npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pnpmfile.mjs .pypirc .netrc .ssh
     .aws .kube .docker .cargo .mvn bunfig.toml pip.conf .gnupg`,
    // Shells.
    `.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zprofile
     .zshenv .zlogin .zlogout .kshrc .cshrc .tcshrc .login .inputrc
     .envrc config.fish .direnv .tool-versions .mise.toml mise.toml`,
  ].flatMap((names) => names.split(/\s+/u)),
);

/**
 * Parses the path of a file that git checked out: relative, `/` between segments, `.` and `..` resolved.
 *
 * This is the checkout profile of the path policy: every name that git checks out may be read, except what a file system treats
 * as `.git`, control characters, characters that change the direction of text, and backslashes.
 *
 * @throws AppError `VALIDATION_ERROR` about the field, by default `path`.
 */
export function parseCheckoutPath(path: string, field = 'path'): string {
  const normalized = normalizePath(path);
  const problem = normalized.path === undefined ? normalized.problem : findCheckoutPathProblem(normalized.path);
  if (problem === undefined && normalized.path !== undefined) return normalized.path;
  throw toPathError(path, { problem: problem ?? 'is empty', field });
}

/** Explains why a path must not be used in a checkout; `undefined` if it may. */
export function findCheckoutPathProblem(path: string): string | undefined {
  if (path === '') return 'is empty';
  if (path.startsWith('/') || /^[a-zA-Z]:(?:\/|$)/u.test(path)) return 'is absolute';
  if (isLonger(path, maxPathBytes)) return `is longer than ${maxPathBytes} bytes`;
  if (unreadable.test(path)) return 'holds a backslash, a control character or one that changes the direction of text';
  const names = path.split('/');
  if (names.length > maxDepth) return `has more than ${maxDepth} segments`;
  if (names.includes('')) return 'has an empty segment';
  if (names.some((name) => isLonger(name, maxNameBytes))) return `has a name longer than ${maxNameBytes} bytes`;
  if (names.includes('.') || names.includes('..')) return 'has a segment "." or ".."';
  return names.some(isGitFolderName) ? 'has a segment that is ".git" or that a file system takes for it' : undefined;
}

/**
 * Checks the path of a file that does not exist yet: its names must be usable on every system too.
 *
 * @throws AppError `VALIDATION_ERROR` about the field `path`.
 */
export function requireNewCheckoutPath(path: string): void {
  // A name of three dots or more is an ordinary one, only unusual.
  const names = path.split('/').filter((name) => !/^\.{3,}$/u.test(name));
  const problem = names.map(findNameProblem).find((found) => found !== undefined);
  if (problem !== undefined) throw toPathError(path, { problem, field: 'path' });
}

/**
 * Returns the name in a path for which a person is asked before a model changes it: pipelines, hooks, and settings of git,
 * editors, shells and package managers, in any case and spelling; `undefined` for other paths.
 */
export function findSensitiveName(path: string): string | undefined {
  return path.split('/').find((name) => sensitiveNames.has(toNameKey(name)));
}

/** Compares the length in UTF-8, in which a unit of text has three bytes at most. */
function isLonger(text: string, maxBytes: number): boolean {
  return text.length * 3 > maxBytes && new TextEncoder().encode(text).length > maxBytes;
}

function toPathError(path: string, { problem, field }: { readonly problem: string; readonly field: string }): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `${field} ${JSON.stringify(path.slice(0, 200))} ${problem}. Give it relative to the repository, for example src/index.ts.`,
    details: { issues: [{ path: field, message: problem }], path },
  });
}
