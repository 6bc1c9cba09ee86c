import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../../src/rest/openapi/document.ts';

/** The document that every answer is checked against. */
export const document = JSON.parse(JSON.stringify(openApiDocument({ publicUrl: 'http://localhost:3000' })));

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (target: Ajv2020) => void)(ajv);
ajv.addSchema(document, 'openapi');

interface Answer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

const templates = Object.keys(document.paths).map((template) => ({
  template,
  pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Throws unless the answer is in the OpenAPI document: its status, its headers, every field of its body. */
export function checkDocumented(answer: Answer): void {
  const path = answer.path.split('?')[0] ?? '';
  if (!path.startsWith('/api/') || notOperations.test(path)) return;
  const complain = (what: string): never => {
    throw new Error(
      `${answer.method} ${answer.path} answered ${answer.status}, ${what}: ${answer.text.slice(0, 300)}`,
    );
  };
  if (!answer.headers.get('x-request-id')) complain('without X-Request-Id');
  const found = templates.find(({ pattern }) => pattern.test(path));
  const method = answer.method === 'HEAD' ? 'get' : answer.method.toLowerCase();
  const operation = found && document.paths[found.template][method];
  if (answer.method === 'OPTIONS' && answer.status === 204) return;
  const response = operation?.responses[answer.status];
  if (operation && !response) complain('which is not documented');
  for (const name of Object.keys(response?.headers ?? {})) {
    if (alwaysSent(name, answer.status) && !answer.headers.has(name)) complain(`without ${name}`);
  }
  if (answer.method === 'HEAD' || [204, 302, 304].includes(answer.status)) return;
  // The bytes of a file.
  const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
  if (response?.content?.[type] && type !== 'application/json') return;
  if (response && !response.content?.['application/json']) return;
  if (!answer.headers.get('content-type')?.startsWith('application/json')) complain('not as JSON');
  const validate = validator(
    operation
      ? `openapi#/paths/${pointer(found.template)}/${method}/responses/${answer.status}/content/application~1json/schema`
      : 'openapi#/components/schemas/Error',
  );
  if (!validate(answer.body))
    complain(`a body that is not as documented (${ajv.errorsText(validate.errors)})`);
  if (answer.status >= 400 && operation) noStrangeFields(answer.body, complain);
}

/** Throws unless the OpenAPI document has such a part of a streamed reply. */
export function checkReplyPart(part: unknown): void {
  const validate = validator('openapi#/components/schemas/ReplyPart');
  if (!validate(part))
    throw new Error(`an undocumented part ${JSON.stringify(part)}: ${ajv.errorsText(validate.errors)}`);
}

/** Pages of the service that are not operations of the contract. */
const notOperations = /^\/api\/(openapi\.json|docs(\/.*)?|mail\/(confirm|unsubscribe))$/;

/** Headers of every such answer; RateLimit only once the request was counted. */
function alwaysSent(name: string, status: number): boolean {
  if (name === 'Set-Cookie' || name === 'Link' || name === 'Idempotent-Replayed') return false;
  return name.startsWith('RateLimit') ? status < 300 || status === 429 : true;
}

function noStrangeFields(body: unknown, complain: (what: string) => never): void {
  const strange = Object.keys(body as object).filter((name) => name !== 'error' && name !== 'issues');
  if (strange.length > 0) complain(`with the fields ${strange}`);
}

const validators = new Map<string, ValidateFunction>();

function validator(reference: string): ValidateFunction {
  const known = validators.get(reference);
  if (known) return known;
  const made = ajv.compile({ $ref: reference });
  validators.set(reference, made);
  return made;
}

const pointer = (path: string) =>
  encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('%7E', '~');
