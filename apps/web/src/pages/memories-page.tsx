import type { Memory, MemoryType } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Brain, MessageSquareText, Pencil, Trash } from '~icons';
import { changeMemory, memoriesQuery } from '../data/memories.ts';
import { trpc } from '../data/service/client.ts';
import { useUser } from '../data/service/session.ts';
import { t } from '../i18n/translate.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { deleteWithUndo, usePendingDeletions } from '../ui/feedback/deletions.ts';
import { useProfileChange } from '../ui/feedback/use-change.ts';
import { LineEditor } from '../ui/line-editor.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Badge, Empty, Filter, Loaded, Page } from '../ui/page/page.tsx';
import { useLineEdit } from '../ui/page/use-line-edit.ts';
import { when } from '../ui/when.tsx';
import { ConversationLink } from './conversation-link.tsx';

type View = MemoryType | 'all';

export function MemoriesPage() {
  const [view, setView] = useState<View>('all');
  const query = useQuery(memoriesQuery);
  const deleted = usePendingDeletions();
  const all = query.data?.memories.filter((memory) => !deleted.has(memory.id)) ?? [];
  const shown = view === 'all' ? all : all.filter((memory) => memory.type === view);

  return (
    <Page title={t('nav.memories')} lead={t('memories.lead')}>
      <SwitchedOff />
      <Loaded query={query}>
        {() =>
          all.length === 0 ? (
            <Empty
              icon={<Brain />}
              title={t('memories.empty')}
              text={t('memories.emptyText')}
              action={
                <LinkButton to="/" variant="primary">
                  {t('memories.toChat')}
                </LinkButton>
              }
            />
          ) : (
            <>
              <div className="mb-4 print:hidden">
                <Filter
                  label={t('common.show')}
                  value={view}
                  onChange={setView}
                  options={[
                    ['all', t('memories.all'), all.length],
                    ['user', t('memories.user')],
                    ['preference', t('memories.preference')],
                    ['project', t('memories.project')],
                  ]}
                />
              </div>
              {shown.length === 0 ? (
                <Empty
                  icon={<Brain />}
                  title={t('memories.emptyFilter')}
                  text={t('memories.emptyFilterText')}
                />
              ) : (
                <ul className="space-y-2.5">
                  {shown.map((memory) => (
                    <MemoryCard key={memory.id} memory={memory} />
                  ))}
                </ul>
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function SwitchedOff() {
  const user = useUser();
  const change = useProfileChange();
  if (user.memoryEnabled) return null;
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-warn-soft px-4 py-3">
      <p className="text-[0.9375rem]">
        <strong className="font-semibold">{t('memories.off')}.</strong> {t('memories.offText')}
      </p>
      <Button size="small" onClick={() => change.mutate({ memoryEnabled: true })}>
        {t('memories.switchOn')}
      </Button>
    </div>
  );
}

function MemoryCard({ memory }: { readonly memory: Memory }) {
  const { id, content } = memory;
  const edit = useLineEdit((text) => changeMemory(memory, text));

  return (
    <li className="group rounded-2xl border border-line bg-raised px-4 py-3.5">
      {edit.isOpen ? (
        <LineEditor
          value={content}
          label={t('memories.editLabel')}
          charsMin={limits.memoryCharsMin}
          charsMax={limits.memoryCharsMax}
          problem={t('memories.length', { min: limits.memoryCharsMin, max: limits.memoryCharsMax })}
          onDone={edit.end}
        />
      ) : (
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <p dir="auto" className="leading-relaxed wrap-anywhere">
              {content}
            </p>
            <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3">
              <Badge>{t(`memories.${memory.type}`)}</Badge>
              <span>{t('memories.changed', { when: when(memory.updatedAt) })}</span>
              <Origin memory={memory} />
            </p>
          </div>
          <div className="-me-1.5 flex h-7 shrink-0 items-center print:hidden">
            <IconButton
              icon={<Pencil />}
              label={t('memories.edit', { content })}
              autoFocus={edit.wasEdited}
              onClick={edit.begin}
            />
            <IconButton
              icon={<Trash />}
              label={t('memories.delete', { content })}
              steps
              className="hover:bg-danger-soft hover:text-danger"
              onClick={() =>
                deleteWithUndo({ kind: 'memories', id, text: t('memories.deleted', { content }) })
              }
            />
          </div>
        </div>
      )}
    </li>
  );
}

/** The conversation in which a memory was saved, if it still exists. */
function Origin({ memory }: { memory: Memory }) {
  const { data } = useQuery(
    trpc.memories.origins.queryOptions(undefined, { enabled: memory.fromConversation, staleTime: 30_000 }),
  );
  const origin = data?.origins.find((each) => each.memoryId === memory.id);
  if (!origin) return null;
  return (
    <ConversationLink id={origin.conversationId}>
      <MessageSquareText className="size-3.5 shrink-0" /> {t('memories.from')}
    </ConversationLink>
  );
}
