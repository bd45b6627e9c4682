const maxLength = 40;
const fallback = 'new-chart';

/** Words that say what to do and not what with. */
const fillers: ReadonlySet<string> = new Set(
  (
    'a about add an and app application build can chart charts create deploy deployment deploys for from generate help helm ' +
    'i in include including install is it its kubernetes make me my need new of on our please run runs running service set ' +
    'setup should some that the this to up us use using want we which with would write you'
  ).split(' '),
);

/** How a prompt begins that asks for a change: it says nothing of what the chart is. */
const change =
  /^\W*(please\s+)?(add|bump|change|describe|disable|enable|explain|expose|increase|reduce|remove|rename|replace|scale|set|show|switch|update|upgrade)\b/i;

/** A name that the prompt gives. */
const given = /\b(?:called|named)\s+["'`]?([a-z0-9][\w-]*)/i;

/**
 * Names a chart after a prompt, as a name that Helm and DNS accept: the name that the prompt gives, or its first telling
 * words; `new-chart` when it only asks for a change. The same prompt, the same name.
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
