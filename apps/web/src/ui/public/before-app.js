// Runs before the first paint, so that a stored choice does not flash the other theme.
const theme = localStorage.getItem('shipmate.theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

// Zod compiles its parsers with `new Function` where allowed. The content security policy forbids it, so Zod need not try. It reads
// this when its module is evaluated.
globalThis.__zod_globalConfig = { jitless: true };

// The first data of the page, and the code of a workspace, load beside the code of the app: the browser answers the same requests of the
// app with these responses.
const workspace = /^\/workspace\/([^/]+)\/?$/.exec(location.pathname)?.[1];
const data = { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous' };
preload({ ...data, href: '/api/session' });
if (workspace) {
  preload({ ...data, href: `/api/workspaces/${workspace}?contents=none` });
  const scripts = document.querySelector('meta[name="workspace-scripts"]')?.content.split(' ') ?? [];
  for (const href of scripts) preload({ rel: 'modulepreload', href });
}

function preload(link) {
  document.head.append(Object.assign(document.createElement('link'), link));
}
