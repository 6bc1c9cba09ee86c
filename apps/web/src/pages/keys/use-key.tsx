import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { CopyButton } from '../../ui/dialog/copy-button.tsx';
import { Choice } from '../../ui/field.tsx';

/** Texts to paste into programs that work with a key; with `connect`, also for programs that connect without one. */
export function UseKey({ secret, origin, connect }: { secret: string; origin: string; connect: boolean }) {
  const uses = keyUses(origin, secret).filter(({ connects }) => connect || !connects);
  const [index, setIndex] = useState(0);
  const { file, keyFrom, connects, text } = uses[index] ?? { text: '' };
  return (
    <section className="mt-5">
      <Choice
        label={t('keys.useIn')}
        value={index}
        onChange={({ target }) => setIndex(Number(target.value))}
        options={uses.map(({ name }, each) => [each, name])}
      />
      <p className="mt-3 mb-1 flex items-center justify-between text-sm text-ink-2">
        {connects
          ? t(`connect.connectIn.${connects}`)
          : file
            ? t('keys.intoFile', { file })
            : t('keys.intoTerminal')}
        <CopyButton text={text} label={t('common.copy')} />
      </p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        className="code overflow-x-auto rounded-xl border border-line bg-sunken px-4 py-3 scroll-thin"
      >
        {text}
      </pre>
      {keyFrom && <p className="mt-2 text-sm text-ink-2">{t(`keys.keyFrom.${keyFrom}`)}</p>}
      <p className="mt-2 text-sm text-ink-2 wrap-anywhere">
        {t('keys.background', { address: `${origin}/v1` })}
      </p>
    </section>
  );
}

/** A way to use a key, as text to paste. If a program can ask for the key, no file contains it. */
interface KeyUse {
  /** A product's name, the same in every language. */
  readonly name: string;
  /** The file for the text; without one it is for a terminal. */
  readonly file?: string;
  /** The source of the program's key, unless it is in the text. */
  readonly keyFrom?: 'prompt' | 'environment' | 'browser';
  /** The program takes no key: the text is its address for Jarvis, and the person signs in. */
  readonly connects?: 'chatgpt' | 'claude' | 'homeAssistant';
  readonly text: string;
}

function keyUses(origin: string, key: string): readonly KeyUse[] {
  const url = `${origin}/mcp`;
  const headers = (secret: string) => ({ headers: { Authorization: `Bearer ${secret}` } });
  return [
    {
      name: 'curl',
      text: `curl ${origin}/api/jarvis/chat \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"message":"Which tasks are open?"}'`,
    },
    {
      name: 'OpenAI SDK',
      text: `npm install openai
node --input-type=module -e '
import OpenAI from "openai";
const openai = new OpenAI({ baseURL: "${origin}/v1", apiKey: "${key}" });
const { choices } = await openai.chat.completions.create({
  model: "jarvis",
  messages: [{ role: "user", content: "Which tasks are open?" }],
});
console.log(choices[0].message.content);'`,
    },
    {
      name: 'Claude Code',
      text: `claude mcp add --scope user --transport http jarvis ${url} \\
  --header "Authorization: Bearer ${key}"`,
    },
    {
      name: 'Cursor',
      file: '~/.cursor/mcp.json',
      keyFrom: 'environment',
      text: json({ mcpServers: { jarvis: { url, ...headers(`\${env:JARVIS_API_KEY}`) } } }),
    },
    {
      name: 'VS Code',
      keyFrom: 'prompt',
      file: '.vscode/mcp.json',
      text: json({
        inputs: [
          { id: 'jarvis-key', type: 'promptString', description: 'API key of Jarvis', password: true },
        ],
        servers: { jarvis: { type: 'http', url, ...headers(`\${input:jarvis-key}`) } },
      }),
    },
    { name: 'ChatGPT', connects: 'chatgpt', text: url },
    { name: 'Claude', connects: 'claude', text: url },
    { name: 'Home Assistant', connects: 'homeAssistant', text: url },
    {
      name: 'jarvis',
      keyFrom: 'browser',
      text: `npm install --global ${origin}/client/jarvis-client.tgz
jarvis auth login --url ${origin}
jarvis 'Which tasks are open?'`,
    },
  ];
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);
