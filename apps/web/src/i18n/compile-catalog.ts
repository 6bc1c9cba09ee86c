import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';

interface Tree {
  readonly [key: string]: string | Tree;
}

/** A catalog in the browser's format: `{ "chat.send": "Send message", … }`, with plurals and values parsed. */
export function compileCatalog(tree: Tree, path = ''): Record<string, CompiledMessage> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${path}${key}`, compileMessage(value)]]
        : Object.entries(compileCatalog(value, `${path}${key}.`)),
    ),
  );
}
