/** A way to use a key, as text to paste. If a program can ask for the key, no file contains it. */
export interface KeyUse {
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

export function keyUses(origin: string, key: string): readonly KeyUse[] {
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
