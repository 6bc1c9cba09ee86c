import { existsSync } from 'node:fs';

/**
 * Run first by `npm start`. Plain JavaScript: without the Node of the development dependencies, the system's runs this,
 * which may be too old to read TypeScript.
 */
const has = (path) => existsSync(new URL(path, import.meta.url));
if (!process.features.typescript || !(has('dist/index.html') || has('../../node_modules/vite'))) {
  process.stderr.write(
    `Jarvis could not start. This is Node ${process.versions.node}, and what builds and runs Jarvis is not installed completely: NODE_ENV=production and some options of npm leave it out. Run \`npm install --include=dev --ignore-scripts=false\`, then try again.\n`,
  );
  process.exit(1);
}
