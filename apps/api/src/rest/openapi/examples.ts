import type { Document, Schema } from './types.ts';

/** Gives each JSON body without an example one composed of its fields' examples. */
export function addExamples(document: Document): void {
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of [path.get, path.post, path.put, path.patch, path.delete]) {
      const bodies = [operation?.requestBody, ...Object.values(operation?.responses ?? {})];
      for (const body of bodies as { content?: Record<string, MediaType> }[]) {
        const json = body?.content?.['application/json'];
        if (json?.schema && !json.examples && json.example === undefined)
          json.example = exampleOf(json.schema, document);
      }
    }
  }
}

interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: unknown;
}

/** The first example of a schema, or one composed of its parts' examples. */
function exampleOf(schema: Schema | { $ref: string }, document: Document): unknown {
  if ('$ref' in schema && schema.$ref) return exampleOf(resolve(schema.$ref, document), document);
  const { examples, const: fixed, enum: values, anyOf, properties, items, type } = schema as Schema;
  if (examples) return examples[0];
  if (fixed !== undefined) return fixed;
  if (values) return values[0];
  if (anyOf?.[0]) return exampleOf(anyOf[0], document);
  if (type === 'array' && items) return [exampleOf(items as Schema, document)];
  if (properties) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [name, exampleOf(value, document)]),
    );
  }
  throw new Error(`the schema needs an example: ${JSON.stringify(schema)}`);
}

function resolve(reference: string, document: Document): Schema {
  const schema = document.components?.schemas?.[reference.replace('#/components/schemas/', '')];
  if (!schema) throw new Error(`${reference} is missing`);
  return schema as Schema;
}
