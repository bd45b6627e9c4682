// Runs before the first paint, so that a stored choice does not flash the other theme.
const theme = localStorage.getItem('shipmate.theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
