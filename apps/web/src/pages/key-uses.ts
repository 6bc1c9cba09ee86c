/** A way to use a key, as text that works where it is pasted. */
export interface KeyUse {
  /** A product's name, the same in every language. */
  readonly name: string;
  /** The file that it belongs into; without one it is for a terminal. */
  readonly file?: string;
  readonly text: string;
}

/** Packing it takes a copy of the repository: it is in no registry. */
const packClient = 'npm pack --silent -w @jarvis/client';

export function keyUses(origin: string, key: string): readonly KeyUse[] {
  const server = { url: `${origin}/mcp`, headers: { Authorization: `Bearer ${key}` } };
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
      text: `claude mcp add --transport http jarvis ${server.url} \\
  --header "Authorization: Bearer ${key}"`,
    },
    { name: 'Cursor', file: '~/.cursor/mcp.json', text: json({ mcpServers: { jarvis: server } }) },
    {
      name: 'VS Code',
      file: '.vscode/mcp.json',
      text: json({ servers: { jarvis: { type: 'http', ...server } } }),
    },
    {
      name: 'jarvis',
      text: `# in a copy of Jarvis’s repository, after npm install
npm install --global "./$(${packClient})"
echo '${key}' | jarvis auth login --url ${origin}
jarvis 'Which tasks are open?'`,
    },
  ];
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);
