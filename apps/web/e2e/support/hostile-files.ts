/** A file that tries to run code. */
export interface Hostile {
  readonly name: string;
  /** The type that its sender declares, with which a careless service would serve it. */
  readonly said: string;
  readonly bytes: Buffer;
}

/** Reports itself in every way that a script of our origin could, and acts as the person. */
const attack = (name: string) => `(() => {
  let cookies = '';
  try { cookies = document.cookie; } catch {}
  const told = '${name} ran with cookies: ' + cookies;
  try { localStorage.setItem('ran ' + Math.random(), told); } catch {}
  for (const other of [self.opener, self.parent, self]) { try { other.postMessage(told, '*'); } catch {} }
  try { fetch('/api/tasks', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"title":"by a file"}' }).catch(() => {}); } catch {}
})();`;
const page = (name: string) => `<meta charset="utf-8"><script>${attack(name)}</script>`;
const jpegComment = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0xff, 0x00]);

const given: readonly (readonly [name: string, said: string, content: (name: string) => string | Buffer])[] =
  [
    ['page.html', 'text/html', (name) => `<!doctype html>${page(name)}`],
    ['page.png', 'text/html', (name) => `<!doctype html>${page(name)}`],
    [
      'page.xhtml',
      'application/xhtml+xml',
      (name) =>
        `<html xmlns="http://www.w3.org/1999/xhtml"><script>//<![CDATA[\n${attack(name)}\n//]]></script></html>`,
    ],
    [
      'drawing.svg',
      'image/svg+xml',
      (name) =>
        `<svg xmlns="http://www.w3.org/2000/svg"><script>//<![CDATA[\n${attack(name)}\n//]]></script></svg>`,
    ],
    ['script.js', 'text/javascript', attack],
    // Its width and height begin a comment.
    ['gif-and-script.gif', 'text/javascript', (name) => `GIF89a/*\u0001\u0000\u0000*/=1;${attack(name)}`],
    ['jpeg-and-page.jpg', 'text/html', (name) => Buffer.concat([jpegComment, Buffer.from(page(name))])],
    [
      'pdf-and-page.pdf',
      'text/html',
      (name) =>
        `%PDF-1.4\n1 0 obj <</OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>> endobj ${page(name)}`,
    ],
  ];
export const hostileFiles: readonly Hostile[] = given.map(([name, said, content]) => ({
  name,
  said,
  bytes: Buffer.from(content(name) as string),
}));

/**
 * A page whose `embed` opens each path in every way that a page can; it resolves when all but frames and windows have
 * ended. `ran`: their reports to this page.
 */
export const lure = `<!doctype html><meta charset="utf-8"><body><script>
  const ran = [];
  const told = ({ data }) => ran.push(data);
  addEventListener('message', told);
  const made = (tag, fields) => new Promise((onload) => {
    document.body.append(Object.assign(document.createElement(tag), { onload, onerror: onload }, fields));
  });
  const worked = (path, type) => new Promise((resolve) => {
    const worker = new Worker(path, { type });
    worker.onmessage = (message) => resolve(told(message));
    worker.onerror = (error) => resolve(error.preventDefault());
  });
  const served = (path) => navigator.serviceWorker.register(path).then(() => ran.push(path + ' serves'), () => {});
  const embed = (paths) => Promise.all(paths.flatMap((path) => {
    open(path);
    void made('iframe', { src: path });
    void made('embed', { src: path });
    void made('object', { data: path });
    return [
      made('script', { src: path }),
      made('script', { src: path, type: 'module' }),
      made('img', { src: path }),
      made('link', { rel: 'stylesheet', href: path }),
      worked(path, 'classic'),
      worked(path, 'module'),
      served(path),
    ];
  }));
</script>`;
