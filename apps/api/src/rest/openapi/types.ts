import type { generateOpenApiDocument } from 'trpc-to-openapi';

/** The parts of an OpenAPI document, with the specification's names. */
export type Document = ReturnType<typeof generateOpenApiDocument>;
export type PathItem = NonNullable<Document['paths']>[string];
export type Operation = NonNullable<PathItem['get']>;
type Components = NonNullable<Document['components']>;
type NoReference<T> = Exclude<T, { $ref: string }>;
export type Schema = NoReference<NonNullable<Components['schemas']>[string]>;
export type Parameter = NonNullable<Operation['parameters']>[number];
export type RequestBody = NoReference<NonNullable<Operation['requestBody']>>;
export type Response = NoReference<NonNullable<Operation['responses']>[string]>;
export type Header = NoReference<NonNullable<Components['headers']>[string]>;
