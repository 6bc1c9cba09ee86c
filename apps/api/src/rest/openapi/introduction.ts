import { rates } from '@jarvis/contract';
import { rateInWords } from './rates-in-words.ts';

export const about = `A conversational assistant. Everything in the app is here too: ask and receive a
complete reply, keep conversations and tasks, read and correct the assistant’s memories.

**Credentials.** A personal API key (\`Authorization: Bearer asst_…\`) opens chat, conversations, files,
tasks, times, reminders, notifications and schedules; a browser session opens everything. If a request has a key, the key alone decides: a bad one is a \`401\`, never an
anonymous request. Cross-site requests with a session that would change something are refused with \`403\`.

**Other ways in.** With the same key, \`/v1\` speaks OpenAI’s API (\`/v1/chat/completions\`, \`/v1/responses\`,
\`/v1/models\`, \`/v1/files\`; models \`jarvis\` and \`jarvis-plain\`), and \`/mcp\` the Model Context Protocol over Streamable HTTP.
OpenAI and the protocol describe them.

**Text.** Characters are Unicode code points, counted after white space at both ends is trimmed. Text with U+0000 or
half of a surrogate pair is refused.

**Requests.** Bodies, those of files aside, are JSON objects in UTF-8 with \`Content-Type: application/json\`, up to 256 KiB (chat: 1 MiB;
without a credential: 16 KiB).
Unknown fields are ignored; a repeated query parameter is a \`400\`. An unknown path under \`/api\` is a
\`404\`, a known one with another method a \`405\` with \`Allow\`; HEAD follows GET, OPTIONS answers \`204\`.

**Answers.** Timestamps are ISO 8601 in UTC with milliseconds. Identifiers are strings; another account’s identifier
gets the same \`404\` as a missing one. Every error has the body \`{ "error": "…" }\`, one sentence that a person can act
on; \`issues\` names refused fields. Every answer has an \`X-Request-Id\`, yours if you sent one of 1-64
letters, digits, dots, hyphens and underscores. Answers to GET carry an \`ETag\`: sent back as \`If-None-Match\`, it
makes the answer a \`304\` while nothing has changed.

**Rate limits.** ${Object.keys(rates)
  .map((name) => rateInWords(name as keyof typeof rates))
  .join(
    '; ',
  )}. Windows are fixed and start with the first request; a refused request does not count. The answers of
limited operations carry \`RateLimit\` and \`RateLimit-Policy\`, and a \`429\` says in \`Retry-After\` when to try again.`;

/** In the order of the page. */
export const tags = [
  { name: 'Chat', description: 'Ask a question and receive a complete reply.' },
  { name: 'Conversations', description: 'Conversations and the messages in them.' },
  { name: 'Files', description: 'Pictures and documents that go with messages.' },
  { name: 'Tasks', description: 'The task list.' },
  { name: 'Time', description: 'When things happen.' },
  {
    name: 'Memories',
    description: 'The assistant’s memories; it makes them itself, in conversations.',
  },
  { name: 'Web', description: 'Whether the web can be searched, and the history of searches.' },
  { name: 'Keys', description: 'Personal API keys.' },
  { name: 'Account', description: 'Registration, sign-in, password recovery, the profile.' },
  { name: 'Health', description: 'Whether the service works.' },
];
