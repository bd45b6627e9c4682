import { editFile } from './edit-file.ts';
import { listDirectory } from './list-directory.ts';
import { moveFile } from './move-file.ts';
import { readFile } from './read-file.ts';
import { removeFile } from './remove-file.ts';
import { searchFiles } from './search-files.ts';
import { writeFile } from './write-file.ts';

/** Tools that read, search and change the files of a checkout. */
export const FILE_TOOLS = [readFile, writeFile, editFile, listDirectory, searchFiles, moveFile, removeFile] as const;
