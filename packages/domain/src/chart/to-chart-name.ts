const maxLength = 40;

/** Words that say what to do and not what with. */
const fillers: ReadonlySet<string> = new Set(
  (
    'a about add an and app application build can chart charts create deploy deployment deploys for from generate help helm ' +
    'i in include including install is it its kubernetes make me my need new of on our please run runs running service set ' +
    'setup should some that the this to up us use using want we which with would write you'
  ).split(' '),
);

/** Names a chart after a prompt: its first telling words, as a name that Helm and DNS accept. The same prompt, the same name. */
export function toChartName(prompt: string): string {
  const words = prompt
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
  return name === '' ? 'new-chart' : name;
}
