// Runs before the first paint, so that a stored choice does not flash the other theme.
const theme = localStorage.getItem('shipmate.theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

// Zod compiles its parsers with `new Function` where allowed. The content security policy forbids it, so Zod need not try. It reads
// this when its module is evaluated.
globalThis.__zod_globalConfig = { jitless: true };
