/** The severity of a log line. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'other'] as const;
export type LogLevel = (typeof logLevels)[number];

const words: Readonly<Record<string, LogLevel>> = {
  fatal: 'fatal',
  panic: 'fatal',
  critical: 'fatal',
  crit: 'fatal',
  emerg: 'fatal',
  error: 'error',
  err: 'error',
  severe: 'error',
  warning: 'warn',
  warn: 'warn',
  info: 'info',
  notice: 'info',
  debug: 'debug',
  trace: 'debug',
};

const klog = /^([FEWID])\d{4} \d\d:\d\d:\d\d/;
const klogLevels: Readonly<Record<string, LogLevel>> = { F: 'fatal', E: 'error', W: 'warn', I: 'info', D: 'debug' };
const field = /\b(?:level|lvl|severity|log\.level)\\?"?\s{0,2}[=:]\s{0,2}\\?"?([a-z]{3,8})/i;
const word =
  /(?:^|[\s[(|<])(fatal|panic|critical|crit|emerg|error|err|severe|warning|warn|info|notice|debug|trace)(?=[\s\]):|>,]|$)/i;
/** Messages of programs that crash, which carry no level. */
const crash = /^(?:Traceback \(|Exception in thread|panic:|[\w.]*(?:Exception|Error):)/;

/** Returns the severity that a line states; `other` when it states none. */
export function levelOf(text: string): LogLevel {
  const start = text.slice(0, 400);
  const letter = klog.exec(start)?.[1];
  if (letter !== undefined) return klogLevels[letter] ?? 'other';
  const said = (field.exec(start) ?? word.exec(start.slice(0, 120)))?.[1]?.toLowerCase();
  if (said !== undefined) return words[said] ?? 'other';
  return crash.test(start) ? 'error' : 'other';
}
