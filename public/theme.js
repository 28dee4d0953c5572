// Before anything is painted: the theme that was chosen on this device. The rest is in src/ui/theme.ts.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // A browser that gives this site no storage keeps no choice: the system's theme holds.
}
