// Applies the theme chosen in this browser before the first paint; see app/_ui/theme-switch.tsx.
try {
  const theme = localStorage.getItem('partbook.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage refused: the system's theme applies.
}
