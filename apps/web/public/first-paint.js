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
  // Before Chrome 123, Firefox 124 and Safari 17.5, the page would stay blank or without colours.
  if (CSS.supports('color', 'light-dark(red, red)') && 'any' in AbortSignal) return;
  const tooOld = {
    de: 'Dieser Browser ist zu alt für Jarvis. Bitte aktualisiere ihn oder nimm einen anderen.',
    it: 'Questo browser è troppo vecchio per Jarvis. Aggiornalo o usane un altro.',
    en: 'This browser is too old for Jarvis. Please update it, or use another one.',
  };
  addEventListener('load', () => {
    document.body.textContent = tooOld[(language || navigator.language).slice(0, 2)] || tooOld.en;
  });
})();
