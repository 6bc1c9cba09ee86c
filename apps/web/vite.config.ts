import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { limits } from '@jarvis/contract/limits';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, minify, type Plugin, runnerImport, Visitor } from 'vite';
import { lucideIcons } from './icons-plugin.ts';
import { compileCatalog } from './src/i18n/compile-catalog.ts';
import { appLanguages, type Texts } from './src/i18n/languages.ts';

const server = process.env.JARVIS_SERVER ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [
    catalogs(),
    limitsInPlace(),
    formulaFonts(),
    lucideIcons(),
    tailwindcss(),
    react(),
    noTopLevelAwait(),
    serviceWorker(),
    compressed(),
  ],
  build: {
    target: 'es2023',
    // Inlined assets would be data: URLs, which the content security policy does not allow for scripts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Otherwise each part would list the files that the page itself has loaded.
      resolveDependencies: (_part, files, { hostType }) =>
        hostType === 'html'
          ? files
          : files.filter((file) => !/\/(?:rolldown-runtime|base|start)-/.test(file)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // The first lines of a first start are about Jarvis, not about the time of each plugin on a slow machine.
      checks: { bundlerTimings: false },
      output: {
        // The texts of a language are the same file with its code as the query.
        chunkFileNames: ({ facadeModuleId }) => {
          const [, language] = /\?(\w+)$/.exec(facadeModuleId ?? '') ?? [];
          return `assets/[name]${language ? `-${language}` : ''}-[hash].js`;
        },
        // Common modules are one file: smaller when compressed together, and one request instead of ten.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              priority: 3,
              test: /^\0rolldown\/runtime|node_modules\/(react|react-dom|scheduler|zustand|@trpc|@lingui\/core|@tanstack\/(react-query|query-core))\//,
            },
            // Our modules that sign-in also needs: it loads neither the router nor the frame.
            {
              name: 'start',
              priority: 2,
              test: /src\/(main\.tsx|ui\/(page\/use-title\.ts|icon\.tsx)|pages\/sign-in\/addresses\.ts|routing\/value-in\.ts)$|~icons\/CircleAlert/,
            },
            // One request instead of six. The dialog after the end of a session takes its form from here.
            {
              name: 'sign-in',
              priority: 1,
              test: /src\/pages\/sign-in\/(signed-out|sign-in-page)\.tsx$/,
            },
            // The router and the frame around every page of the app, with all their imports, and small modules that the
            // start page needs: as separate files, their headers would weigh as much as they do.
            {
              name: 'frame',
              priority: 1,
              test: /src\/(router|chat\/(chat-frame|connect-hint|new-chat-page))\.tsx$|~icons\/Sparkles/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(
        ['/api', '/trpc', '/mcp', '/v1', '/calendar', '/.well-known', '/authorize', '/token', '/revoke'].map(
          (path) => [path, server],
        ),
      ),
      '^/connect/[^/]+/(?:request|decision)$': server,
      // Programs register by POST; the page has the same address.
      '/register': { target: server, bypass: ({ method, url }) => (method === 'POST' ? undefined : url) },
    },
  },
});

/** Compiles the texts of the app at build time; see src/i18n/index.ts. */
function catalogs(): Plugin {
  return {
    name: 'catalogs',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/i18n\/texts\/.+\?\w+$/ },
      async handler(_code, id) {
        const [path = '', query] = id.split('?');
        const language = appLanguages.find((known) => known === query);
        if (!language) return undefined;
        const { module, dependencies } = await runnerImport<{ readonly default: Texts }>(path);
        for (const file of dependencies) this.addWatchFile(file);
        return `export default ${JSON.stringify(compileCatalog(module.default, language))};`;
      },
    },
  };
}

/** Replaces each limit by its number: the first page would load the whole table for three of them. */
function limitsInPlace(): Plugin {
  return {
    name: 'limits-in-place',
    enforce: 'pre',
    transform: (code, id) =>
      /\.tsx?$/.test(id)
        ? code.replace(/\blimits\.(\w+)/g, (found, name) =>
            Object.hasOwn(limits, name) ? `(${limits[name as keyof typeof limits]})` : found,
          )
        : undefined,
  };
}

/** Omits font formats of formulas that no supported browser needs. */
function formulaFonts(): Plugin {
  return {
    name: 'formula-fonts',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('/katex.min.css')
        ? code.replace(/,url\([^)]+\.(?:woff|ttf)\) format\("[^"]+"\)/g, '')
        : undefined,
  };
}

/**
 * Fails a build with a top-level await. WebKit runs a module before a preloaded dependency that awaits is done (its
 * bug 242740): its imports are undefined then, and the app does not start in Safari.
 */
function noTopLevelAwait(): Plugin {
  return {
    name: 'no-top-level-await',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        let functions = 0;
        const enter = () => void functions++;
        const leave = () => void functions--;
        const found = ({ start }: { start: number }) => {
          if (functions > 0) return;
          const code = chunk.code.slice(start, start + 100);
          this.error(`${chunk.fileName} has a top-level await, with which Safari shows no page: ${code}`);
        };
        new Visitor({
          FunctionDeclaration: enter,
          'FunctionDeclaration:exit': leave,
          FunctionExpression: enter,
          'FunctionExpression:exit': leave,
          ArrowFunctionExpression: enter,
          'ArrowFunctionExpression:exit': leave,
          AwaitExpression: found,
          ForOfStatement: (loop) => loop.await && found(loop),
        }).visit(this.parse(chunk.code, { sourceType: 'module' }));
      }
    },
  };
}

/** The app itself does not load them. */
const unkept = ['robots.txt', 'small-page.css'];

/**
 * Writes `sw.js`: `src/service-worker.js` with the list of the shell's files, and a version that changes with any of
 * them.
 */
function serviceWorker(): Plugin {
  const here = import.meta.dirname;
  return {
    name: 'service-worker',
    apply: 'build',
    // After Vite has removed chunks that contain only imports: a missing file would keep the service worker from
    // installing.
    enforce: 'post',
    generateBundle(_options, bundle) {
      // The formula renderer loads with the first formula, and is large.
      const built = Object.keys(bundle).filter((name) => /(?<!draw-formula-[\w-]+)\.(js|css)$/.test(name));
      const kept = readdirSync(join(here, 'public')).filter((name) => !unkept.includes(name));
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

/**
 * Writes a Brotli and a gzip version beside each larger text file: the server never compresses files. Minifies the script
 * that every page waits for, which Vite only copies.
 */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const script = join(dir, 'first-paint.js');
      writeFileSync(script, (await minify(script, readFileSync(script, 'utf8'))).code);
      for (const path of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|webmanifest)$/.test(path)) continue;
        const text = readFileSync(join(dir, path));
        if (text.length < 500) continue;
        writeFileSync(join(dir, `${path}.gz`), gzipSync(text, { level: 9 }));
        writeFileSync(join(dir, `${path}.br`), brotliCompressSync(text));
      }
    },
  };
}
