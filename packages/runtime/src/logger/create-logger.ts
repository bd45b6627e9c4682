import type { LogFields, Logger } from '@shipmate/core';
import { type DestinationStream, destination as openDestination, pino, stdSerializers } from 'pino';

/** From the most to the least verbose. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Options for {@link createLogger}. */
export interface CreateLoggerOptions {
  /** The name in every line, which identifies the process. */
  readonly name: string;
  /** Default `info`. */
  readonly level?: LogLevel;
  /** The destination of the lines, one JSON object each; standard output when absent. */
  readonly destination?: DestinationStream;
}

const secretFields = ['authorization', 'cookie', 'set-cookie', 'token', 'apiKey', 'secret', 'password'];
const depths = ['', '*', '*.*'];
const secretPaths = depths.flatMap((depth) => secretFields.map((field) => `${depth}["${field}"]`));

/** Creates a logger that writes JSON lines, redacts secrets three levels deep and writes errors with their causes. */
export function createLogger({ name, level = 'info', destination }: CreateLoggerOptions): Logger {
  const options = {
    level,
    base: { name },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secretPaths, censor: '[redacted]' },
    serializers: { error: stdSerializers.errWithCause },
  };
  return fromPino(pino(options, destination ?? openDestination({ dest: 1, sync: false })));
}

interface PinoLike {
  debug(fields: LogFields | undefined, message: string): void;
  info(fields: LogFields | undefined, message: string): void;
  warn(fields: LogFields | undefined, message: string): void;
  error(fields: LogFields | undefined, message: string): void;
  child(fields: LogFields): PinoLike;
}

function fromPino(logger: PinoLike): Logger {
  return {
    debug: (message, fields) => logger.debug(fields, message),
    info: (message, fields) => logger.info(fields, message),
    warn: (message, fields) => logger.warn(fields, message),
    error: (message, fields) => logger.error(fields, message),
    child: (fields) => fromPino(logger.child(fields)),
  };
}
