import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';
import { type AppLanguage, appLanguages, type Text, type Texts } from './languages.ts';

/** One language in the browser's format: `{ "chat.send": "Send message", … }`, with plurals and values parsed. */
export function compileCatalog(
  texts: Texts,
  language: AppLanguage,
  path = '',
): Record<string, CompiledMessage> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, value]) => {
      const key = `${path}${name}`;
      if (!isText(value)) return Object.entries(compileCatalog(value, language, `${key}.`));
      const text = value[appLanguages.indexOf(language)] ?? '';
      // A refusal in English: shown without a text.
      return text === key ? [] : [[key, compileMessage(text)]];
    }),
  );
}

const isText = (value: Text | Texts): value is Text => Array.isArray(value);
