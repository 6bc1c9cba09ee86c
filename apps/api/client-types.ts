import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type {
  Operation,
  Parameter,
  PathItem,
  RequestBody,
  Response,
  Schema,
} from './src/rest/openapi/types.ts';

/**
 * Writes the types of packages/client from the OpenAPI document, in the form that openapi-fetch reads. Run before the
 * client is built and before types are checked.
 */
const file = join(import.meta.dirname, '../../packages/client/src/generated/api.ts');
// Imported late: a type error in what it imports would otherwise end this program with a stack.
const { paths = {}, components = {} } = await import('./src/rest/openapi/document.ts')
  .then(({ openApiDocument }) => openApiDocument({ publicUrl: 'http://localhost:3000' }))
  .catch((error: unknown) => {
    console.error(
      `The client's types cannot be made: ${error}\n"npx tsc -p tsconfig.base.json" may say more.`,
    );
    return process.exit(1);
  });
const operations: Record<string, string> = {};
const types = [
  `export interface paths ${membersOf(mapped(paths, pathType))}`,
  `export interface components { schemas: ${membersOf(mapped(components.schemas ?? {}, typeOf))} }`,
  `export interface operations ${membersOf(operations)}`,
].join('\n');
// A newer file would make the build of the web app stale.
if (!existsSync(file) || readFileSync(file, 'utf8') !== types) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, types);
}

function mapped<T>(things: Readonly<Record<string, T>>, write: (thing: T) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(things).map(([name, thing]) => [name, write(thing)]));
}

/** An object type. A name may end in `?`. Statuses are numbers, as openapi-fetch looks them up. */
function membersOf(members: Readonly<Record<string, string>>): string {
  const lines = Object.entries(members).map(([name, type]) => {
    const [, key = '', optional = ''] = /^(.*?)(\??)$/.exec(name) ?? [];
    return `${/^\d+$/.test(key) ? key : JSON.stringify(key)}${optional}: ${type};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

function pathType(item: PathItem): string {
  const { get, post, put, patch, delete: remove } = item;
  const written = Object.entries({ get, post, put, patch, delete: remove }).flatMap(([method, operation]) => {
    const name = operation?.operationId;
    if (!operation || name === undefined) return [];
    operations[name] = operationType(operation);
    return [[method, `operations["${name}"]`]];
  });
  return membersOf(Object.fromEntries(written));
}

function operationType({ parameters = [], requestBody, responses = {} }: Operation): string {
  const body = requestBody as RequestBody | undefined;
  const successes = Object.entries(responses).filter(([status]) => status < '400');
  const error = contentType({ 'application/json': { schema: { $ref: '#/components/schemas/Error' } } });
  return membersOf({
    parameters: parametersType(parameters),
    ...(body
      ? { [`requestBody${body.required ? '' : '?'}`]: contentType(body.content) }
      : { 'requestBody?': 'never' }),
    responses: membersOf({
      ...mapped(Object.fromEntries(successes) as Record<string, Response>, ({ content }) =>
        contentType(content),
      ),
      default: error,
    }),
  });
}

function parametersType(parameters: readonly Parameter[]): string {
  const members: Record<string, string> = {};
  for (const place of ['query', 'header', 'path', 'cookie']) {
    const here = parameters.flatMap((each) => ('in' in each && each.in === place ? [each] : []));
    const isNeeded = here.some(({ required }) => required);
    const types = here.map(({ name, required, schema }) => [
      `${name}${required ? '' : '?'}`,
      typeOf(schema as Schema),
    ]);
    members[`${place}${isNeeded ? '' : '?'}`] =
      here.length > 0 ? membersOf(Object.fromEntries(types)) : 'never';
  }
  return membersOf(members);
}

function contentType(content: Response['content']): string {
  if (!content) return membersOf({ 'content?': 'never' });
  const bodies: Record<string, { schema?: unknown }> = content;
  return membersOf({ content: membersOf(mapped(bodies, ({ schema }) => typeOf(schema as Schema))) });
}

/** The type of a value. Throws for a schema that needs more than the types below. */
function typeOf(schema: Schema | { $ref: string }): string {
  if ('$ref' in schema && schema.$ref) return `components["schemas"]["${schema.$ref.split('/').at(-1)}"]`;
  const { type, const: only, enum: values, anyOf, oneOf, items } = schema as Schema;
  if (only !== undefined) return JSON.stringify(only);
  if (values) return union(values.map((value) => JSON.stringify(value)));
  const forms = anyOf ?? oneOf;
  if (forms) return union(forms.map(typeOf));
  if (Array.isArray(type)) return union(type.map((each) => typeOf({ ...schema, type: each } as Schema)));
  if (type === 'object') return objectType(schema as Schema);
  if (type === 'array' && items) return `(${typeOf(items as Schema)})[]`;
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string' || type === 'boolean' || type === 'null') return type;
  throw new Error(`no type for the schema ${JSON.stringify(schema)}`);
}

function objectType({ properties, required = [] }: Schema): string {
  if (!properties) return 'Record<string, never>';
  const members = Object.entries(properties).map(([name, value]) => [
    `${name}${required.includes(name) ? '' : '?'}`,
    typeOf(value as Schema),
  ]);
  return membersOf(Object.fromEntries(members));
}

function union(types: readonly string[]): string {
  return types.map((type) => `(${type})`).join(' | ');
}
