// The theme and the density, before the first paint: the page's own script comes after it, and a page that was white for an
// instant is a flash in a dark room. A file of its own, since the page's policy forbids scripts in the page.
// The same rules as in src/settings/: web/test/settings/look.test.ts compares the two.
(() => {
  const query = new URLSearchParams(location.search);
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem('ticker.settings')) ?? {};
  } catch {
    // A browser that keeps nothing, or something else under our name.
  }
  const chosen = (key, choices) => [query.get(key), stored[key]].find((value) => choices.includes(value));
  const theme = chosen('theme', ['system', 'light', 'dark']) ?? 'system';
  const { dataset } = document.documentElement;
  const dark = theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
  dataset.theme = dark ? 'dark' : 'light';
  dataset.density = chosen('density', ['comfortable', 'compact']) ?? 'comfortable';
})();
