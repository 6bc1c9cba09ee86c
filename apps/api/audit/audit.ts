import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../src/rest/openapi/document.ts';
import { forTypes, typesFingerprint } from '../test/support/types-fingerprint.ts';

/**
 * Lints the OpenAPI document with Redocly and Spectral, and checks that the types of packages/client are generated
 * from it; `--update` regenerates them. Exits with 1 for any finding, warnings and hints included.
 */
const documentAt = (publicUrl: string) => JSON.parse(JSON.stringify(openApiDocument({ publicUrl })));
/** The document that tests compare answers with. */
const document = documentAt('http://localhost:3000');
const folder = mkdtempSync(join(tmpdir(), 'jarvis-openapi-'));
const file = join(folder, 'openapi.json');
const ruleset = join(folder, 'ruleset.yaml');
// Of a public installation: linters refuse a local address.
writeFileSync(file, JSON.stringify(documentAt('https://jarvis.example.org')));
writeFileSync(ruleset, 'extends: ["spectral:oas"]\n');

const findings = [
  ...run('redocly', 'lint', '--extends', 'recommended', '--format', 'json', file),
  ...run('spectral', 'lint', '--fail-severity', 'hint', '--ruleset', ruleset, file),
  ...(await typesFindings()),
];
rmSync(folder, { recursive: true });
for (const finding of findings) process.stderr.write(`${finding}\n`);
if (findings.length > 0) process.exit(1);
process.stdout.write('The OpenAPI document: nothing to say about it, and the types are made from it.\n');

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

async function typesFindings(): Promise<string[]> {
  const generated = join(import.meta.dirname, '../../../packages/client/src/generated/api.ts');
  const types = withoutEmpty(astToString(await openapiTypescript(forTypes(document))));
  const text = `// Of the document ${typesFingerprint(document)}.\n${types}`;
  if (process.argv.includes('--update')) writeFileSync(generated, text);
  return readFileSync(generated, 'utf8') === text
    ? []
    : ['packages/client/src/generated/api.ts is made from another document'];
}

/** Without members that say nothing: methods and parameters that a path does not have, headers of any name. */
function withoutEmpty(types: string): string {
  return types
    .replace(/^ {8}(?:get|put|post|delete|options|head|patch|trace)\?: never;\n/gm, '')
    .replace(/^( {4}"\/.*": \{\n) {8}parameters: \{\n(?: {12}\w+\?: never;\n)+ {8}\};\n/gm, '$1')
    .replace(/^ +headers: \{\n +\[name: string\]: unknown;\n +\};\n/gm, '');
}
