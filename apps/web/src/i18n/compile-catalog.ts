import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';
import { type AppLanguage, appLanguages, type Text, type Texts } from './languages.ts';

/** One language in the browser's format: `{ "chat.send": "Send message", … }`, with plurals and values parsed. */
export function compileCatalog(
  texts: Texts,
  language: AppLanguage,
  path = '',
): Record<string, CompiledMessage> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]) =>
      isText(value)
        ? [[`${path}${key}`, compileMessage(value[appLanguages.indexOf(language)] ?? '')]]
        : Object.entries(compileCatalog(value, language, `${path}${key}.`)),
    ),
  );
}

const isText = (value: Text | Texts): value is Text => Array.isArray(value);
