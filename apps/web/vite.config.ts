import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = process.env.JARVIS_SERVER ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [tailwindcss(), react(), serviceWorker()],
  build: {
    target: 'es2023',
    // Inlined assets would be data: addresses, which the content security policy does not allow for scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': server, '/trpc': server } },
});

/**
 * Writes `sw.js`: `src/service-worker.js` with the list of what the shell consists of, and a version that
 * changes with any of it.
 */
function serviceWorker(): Plugin {
  const here = import.meta.dirname;
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_options, bundle) {
      const built = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name));
      const kept = readdirSync(join(here, 'public')).filter((name) => name !== 'robots.txt');
      const files = ['/', ...[...built, ...kept].map((name) => `/${name}`)];
      const source = readFileSync(join(here, 'src/service-worker.js'), 'utf8');
      const version = createHash('sha256')
        .update(source)
        .update(files.join('\n'))
        .update(readFileSync(join(here, 'index.html')))
        .update(kept.map((name) => readFileSync(join(here, 'public', name), 'base64')).join())
        .digest('hex')
        .slice(0, 12);
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: `const version = '${version}';\nconst files = ${JSON.stringify(files)};\n${source}`,
      });
    },
  };
}
