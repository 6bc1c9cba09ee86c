import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiDocument } from '../src/rest/openapi/document.ts';

/** Lints the OpenAPI document with Redocly and Spectral. Exits with 1 for any finding, warnings and hints included. */
const folder = mkdtempSync(join(tmpdir(), 'jarvis-openapi-'));
const file = join(folder, 'openapi.json');
const ruleset = join(folder, 'ruleset.yaml');
// Of a public installation: linters refuse a local address.
writeFileSync(file, JSON.stringify(openApiDocument({ publicUrl: 'https://jarvis.example.org' })));
writeFileSync(ruleset, 'extends: ["spectral:oas"]\n');
// Health refuses nothing, so it has no response of 4xx.
writeFileSync(
  join(folder, '.redocly.lint-ignore.yaml'),
  "openapi.json:\n  operation-4xx-response: ['#/paths/~1api~1health/get/responses']\n",
);

const findings = [
  ...run('redocly', 'lint', '--extends', 'recommended', '--format', 'json', file),
  ...run('spectral', 'lint', '--fail-severity', 'hint', '--ruleset', ruleset, file),
];
rmSync(folder, { recursive: true });
for (const finding of findings) process.stderr.write(`${finding}\n`);
if (findings.length > 0) process.exit(1);
process.stdout.write('The OpenAPI document: nothing to say about it.\n');

/** A program's findings about the document; none if it is clean. */
function run(program: string, ...args: string[]): string[] {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
  };
  try {
    const bin = join(import.meta.dirname, 'node_modules/.bin', program);
    const said = execFileSync(bin, args, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' });
    if (program === 'spectral') return said.includes('No results') ? [] : [said];
    const { errors, warnings } = (JSON.parse(said) as { totals: { errors: number; warnings: number } })
      .totals;
    return errors + warnings === 0 ? [] : [said];
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return [`${program}: ${stdout}${stderr || String(error)}`];
  }
}
