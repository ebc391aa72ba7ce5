// Before anything is painted, so that nobody sees the other theme first.
const theme = localStorage.getItem('groundrail.theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
