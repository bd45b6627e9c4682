import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { AppError } from '@shipmate/core';
import { type AddRepositoryRequest, repositorySchema } from '@shipmate/protocol/web/repositories';
import { defineCommand } from '../command.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate repositories add`: adds a git repository, in which agents work. */
export const repositoriesAdd = defineCommand({
  arguments: {
    place: {
      description: 'Its address, such as https://github.com/acme/shop.git, or a folder under REPOSITORY_ROOTS.',
      required: true,
    },
  },
  options: {
    name: { type: 'string', placeholder: '<name>', description: 'Its name. Default: the end of the address.' },
    branch: {
      type: 'string',
      placeholder: '<name>',
      description: 'The branch on which jobs begin. Default: the one that the remote names.',
    },
    'token-file': {
      type: 'string',
      placeholder: '<path>',
      description: 'A file with a token that may read, and push if jobs are pushed.',
    },
    json: jsonOption,
    ...connectionOptions,
  },
  examples: [
    ['repositories add https://github.com/acme/shop.git --token-file token', 'Add a repository of a host'],
    ['repositories add ./shop --branch next', 'Add a folder of this machine'],
  ],
  notes: `An API token cannot add repositories: stop "shipmate up" and run the command without SHIPMATE_TOKEN, or use the page Repositories.\n${connectionNotes}`,
  run: async ({ place, name, branch = null, json, 'token-file': file, ...options }, context) => {
    const isFolder = /^[./]/u.test(place);
    const named = name ?? basename(isFolder ? resolve(place) : place, '.git');
    const body: AddRepositoryRequest = {
      name: named,
      remoteUrl: isFolder ? null : place,
      localPath: isFolder ? resolve(place) : null,
      defaultBranch: branch,
      token: file === undefined ? undefined : await readToken(file),
    };
    const added = await withConnection({ ...options, 'no-demo-cluster': true }, context, ({ web }) =>
      requestJson(web, { path: '/api/repositories', body, response: repositorySchema }).catch((thrown: unknown) => {
        if (!AppError.isInstance(thrown)) throw thrown;
        const { code, message, details } = thrown;
        const subject = `Cannot add "${place}" as --name "${named}".`;
        throw new AppError({ code, message: `${subject} ${message}`, details, cause: thrown });
      }),
    );
    if (json) printJson(context.terminal, added);
    else context.terminal.print(`Added ${added.name} (${added.id}).`);
  },
});

async function readToken(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (cause) {
    const message = `--token-file: cannot read "${file}". Name a file that holds the token.`;
    throw new AppError({ code: 'VALIDATION_ERROR', message, cause });
  }
}
