const maxLength = 40;
const fallback = 'new-chart';

/** Verbs and other words that do not name a subject. */
const fillers: ReadonlySet<string> = new Set(
  (
    'a about add an and app application build can chart charts create deploy deployment deploys for from generate help helm ' +
    'i in include including install is it its kubernetes make me my need new of on our please run runs running service set ' +
    'setup should some that the this to up us use using want we which with would write you'
  ).split(' '),
);

/** The start of a prompt that asks for a change: it does not describe the chart. */
const change =
  /^\W*(please\s+)?(add|bump|change|describe|disable|enable|explain|expose|increase|reduce|remove|rename|replace|scale|set|show|switch|update|upgrade)\b/i;

/** A name in the prompt. */
const given = /\b(?:called|named)\s+["'`]?([a-z0-9][\w-]*)/i;

/**
 * Derives a chart name from a prompt that Helm and DNS accept: the name in the prompt, or its first
 * significant words; `new-chart` if it only asks for a change. Deterministic.
 */
export function toChartName(prompt: string): string {
  const name = given.exec(prompt)?.[1];
  if (name !== undefined) return toName(name);
  return change.test(prompt) ? fallback : toName(prompt);
}

function toName(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !fillers.has(word));
  const name = words
    .slice(0, 3)
    .join('-')
    .slice(0, maxLength)
    .replace(/^[^a-z]+|-+$/g, '');
  return name === '' ? fallback : name;
}
