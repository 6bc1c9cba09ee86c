/** A reply with every construct that can break a page. */
export const messyReply = `# Migration plan: a *long* and **messy** answer

Here is a paragraph with a verylongwordwithoutanyspacesthatgoesonandonandonandonforever_and_ever_and_ever_https://example.org/a/very/long/path/that/does/not/end?with=query&and=more#fragment to wrap, a [link](https://example.org), a [dead link](javascript:alert(1)), \`inline code with a very long identifier like someVeryLongFunctionNameThatIsHardToBreak()\` and ~~struck~~ text. <script>alert(1)</script>

## 1. Tables

| Service | Region | Latency p50 | Latency p99 | Status | Notes |
|---|---|--:|--:|:-:|---|
| api-gateway | eu-central-1 | 12 ms | 96 ms | ok | Handles authentication, rate limiting and routing of all requests |
| search-indexer | us-east-1 | 45 ms | 1,204 ms | degraded | Rebuild scheduled |
| billing | ap-southeast-2 | 30 ms | 210 ms | ok | averyveryverylongcellwithoutspacesinit_0123456789_0123456789_0123456789 |

## 2. Lists

1. First, do this
   - nested point with **bold**
   - another one
     1. deeper
     2. deeper still
2. Then this:

   \`\`\`bash
   npm install && npm start
   curl -s http://localhost:3000/api/health | jq '.checks | to_entries[] | select(.value.ok == false) | .key'
   \`\`\`
3. Finally this

- [x] done task
- [ ] open task

> A quotation that goes over
> two lines.
>
> > nested quotation

## 3. Code

\`\`\`typescript
interface Person<T extends object = {}> {
  readonly id: string; // a comment
  name: string;
  tags?: T[];
}

export async function fetchPeople(url: string, { signal }: { signal?: AbortSignal } = {}): Promise<Person[]> {
  const answer = await fetch(url, { headers: { Accept: 'application/json', 'X-Request-Id': crypto.randomUUID() }, signal });
  if (!answer.ok) throw new Error(\`unexpected \${answer.status}\`);
  return (await answer.json()) as Person[];
}
\`\`\`

\`\`\`python
def fib(n: int) -> int:
    """Return the n-th Fibonacci number."""
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a
\`\`\`

### Right-to-left

זהו טקסט בעברית שמיושר לימין, עם מילה English באמצע ומספר 123.

هذا نص عربي يُعرض من اليمين إلى اليسار، مع **كلمات بارزة** و \`code\`.

- פריט ראשון
- פריט שני

日本語のテキストもあります。中文也有。 Emoji: 🚀 👩‍👩‍👧‍👦 ✅

---

![A picture](https://example.org/picture.png) and math-ish: a^2 + b^2 = c^2, 5 * 3 * 2 = 30, snake_case_name.

#### Small heading

Last paragraph with a footnote-like mark [1] and the end.`;
