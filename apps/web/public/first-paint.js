// So that no theme flashes; the security policy allows no inline script. Keys of src/ui/theme.ts, src/i18n/index.ts.
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
    // Storage is blocked.
  }
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  if (sidebar === 'closed') root.dataset.sidebar = 'closed';
  if (language) root.lang = language;
  const bar = document.querySelector('meta[name="theme-color"]');
  if (bar && dark) bar.content = '#131716';
  // What the app needs; see README.
  if (CSS.supports('color', 'light-dark(red, red)') && 'any' in AbortSignal) return;
  const tooOld = {
    de: 'Dieser Browser ist zu alt für Jarvis.',
    it: 'Questo browser è troppo vecchio per Jarvis.',
    en: 'This browser is too old for Jarvis.',
  };
  addEventListener('load', () => {
    document.body.textContent = tooOld[(language || navigator.language).slice(0, 2)] || tooOld.en;
  });
})();
