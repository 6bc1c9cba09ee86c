// Runs before the first paint, so that neither theme flashes. A separate file, because the content security policy
// allows no inline script. The keys are those of src/ui/theme.ts and src/i18n/index.ts.
(() => {
  const root = document.documentElement;
  let theme = null;
  let language = null;
  let sidebar = null;
  try {
    theme = localStorage.getItem('jarvis:theme');
    language = localStorage.getItem('jarvis:language');
    sidebar = localStorage.getItem('jarvis:sidebar');
  } catch {
    // Storage is blocked: use the system's theme and the browser's language.
  }
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  if (sidebar === 'closed') root.dataset.sidebar = 'closed';
  if (language) root.lang = language;
  const bar = document.querySelector('meta[name="theme-color"]');
  if (bar && dark) bar.content = '#131716';
})();
