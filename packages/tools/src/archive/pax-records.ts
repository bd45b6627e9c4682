import type { AppError } from '@shipmate/core';
import { refuseArchive } from '@shipmate/domain/archive';
import { decodeName } from './decode-name.ts';

/** The records of an extended header that concern the next entry; other records are ignored. */
export interface PaxRecords {
  readonly path?: string;
  readonly size?: number;
}

/**
 * Parses an extended header: records of the form `<length> <key>=<value>
 * `, where `length` counts all of them.
 */
export function parsePaxRecords(bytes: Buffer): PaxRecords {
  let records: PaxRecords = {};
  for (let offset = 0; offset < bytes.length; ) {
    const space = bytes.indexOf(' ', offset);
    const length = Number(bytes.toString('latin1', offset, space));
    const end = offset + length;
    const equals = bytes.indexOf('=', space);
    const isWhole = Number.isInteger(length) && space >= 0 && equals > space && equals < end && bytes[end - 1] === 0x0a;
    if (!isWhole) throw corrupt();
    const key = bytes.toString('latin1', space + 1, equals);
    const value = bytes.subarray(equals + 1, end - 1);
    if (key === 'path') records = { ...records, path: decodeName(value) };
    if (key === 'size') records = { ...records, size: toSize(value.toString('latin1')) };
    offset = end;
  }
  return records;
}

function toSize(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw corrupt();
}

function corrupt(): AppError {
  return refuseArchive('corrupt', { message: 'An extended header of the archive is damaged; pack it again.' });
}
