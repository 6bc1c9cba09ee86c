import type { Task } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Check, ListTodo, Pencil, Plus, Sparkles, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { trpc } from '../data/client.ts';
import { failureOf } from '../data/failure.ts';
import { useFailureText } from '../data/failure-text.ts';
import { addTask, changeTask, forgetTask, isStored } from '../data/tasks.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/classes.ts';
import { deleteWithUndo, usePendingDeletions } from '../ui/deletions.ts';
import { inputClasses } from '../ui/field.tsx';
import { LineEditor } from '../ui/line-editor.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { Empty, Filter, Page, Skeleton } from '../ui/page.tsx';
import { showToast } from '../ui/toast.tsx';
import { useWhen } from '../ui/when.tsx';

type View = 'open' | 'done' | 'all';

export function TasksPage() {
  const { t } = useTranslation();
  const [view, setView] = useState<View>('open');
  const { data, error, isPending, refetch } = useQuery(trpc.tasks.list.queryOptions({}));
  const deleted = usePendingDeletions('tasks');
  const all = data?.tasks.filter((task) => !deleted.has(task.id)) ?? [];
  const open = all.filter((task) => task.status === 'open');
  const done = all.filter((task) => task.status === 'done');
  const shown = view === 'all' ? all : view === 'open' ? open : done;

  return (
    <Page title={t('tasks.title')} lead={t('tasks.lead')}>
      <NewTask />
      <div className="mt-6 mb-3">
        <Filter
          label={t('tasks.filter')}
          value={view}
          onChange={setView}
          options={[
            { value: 'open', label: t('tasks.open'), count: open.length },
            { value: 'done', label: t('tasks.done'), count: done.length },
            { value: 'all', label: t('tasks.all') },
          ]}
        />
      </div>
      {isPending ? (
        <Skeleton />
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : shown.length === 0 ? (
        view === 'done' ? (
          <Empty icon={<Check />} title={t('tasks.emptyDone')}>
            {t('tasks.emptyDoneText')}
          </Empty>
        ) : (
          <Empty icon={<ListTodo />} title={t('tasks.emptyOpen')}>
            {t('tasks.emptyOpenText')}
          </Empty>
        )
      ) : (
        <ul className="divide-y divide-line">
          {shown.map((task) => (
            <TaskRow key={task.id} task={task} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function NewTask() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [title, setTitle] = useState('');
  const length = [...title.trim()].length;
  const tooLong = length > limits.taskTitleCharsMax;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (length === 0 || tooLong) return;
    const wanted = title;
    setTitle('');
    try {
      await addTask(wanted.trim());
    } catch (error) {
      setTitle((now) => now || wanted);
      showToast({ text: failureText(failureOf(error)), tone: 'danger' });
    }
  }

  return (
    <form onSubmit={submit}>
      <div className="flex gap-2">
        <label htmlFor="new-task" className="sr-only">
          {t('tasks.titleLabel')}
        </label>
        <input
          id="new-task"
          dir="auto"
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          placeholder={t('tasks.placeholder')}
          autoComplete="off"
          enterKeyHint="done"
          aria-invalid={tooLong || undefined}
          aria-describedby={tooLong ? 'new-task-problem' : undefined}
          className={inputClasses}
        />
        <Button type="submit" variant="primary" className="h-11" disabled={length === 0 || tooLong}>
          <Plus className="size-4" aria-hidden /> <span className="max-sm:sr-only">{t('tasks.add')}</span>
        </Button>
      </div>
      {tooLong && (
        <p id="new-task-problem" className="mt-1.5 text-sm text-danger">
          {t('tasks.tooLong', { max: limits.taskTitleCharsMax })}
        </p>
      )}
    </form>
  );
}

function TaskRow({ task }: { readonly task: Task }) {
  const { t } = useTranslation();
  const when = useWhen();
  const failureText = useFailureText();
  const [editing, setEditing] = useState(false);
  const done = task.status === 'done';
  const stored = isStored(task);

  async function change(before: Task, fields: { title?: string; status?: Task['status'] }) {
    try {
      return await changeTask(before, fields);
    } catch (error) {
      showToast({ text: failureText(failureOf(error)), tone: 'danger' });
    }
  }

  /** A completed task leaves the list, so offer undo. */
  async function tick() {
    const changed = await change(task, { status: done ? 'open' : 'done' });
    if (!changed) return;
    showToast({
      text: t(done ? 'tasks.reopened' : 'tasks.completed', { title: task.title }),
      action: { label: t('common.undo'), run: () => void change(changed, { status: task.status }) },
    });
  }

  return (
    <li className="group flex items-start gap-1 py-2">
      <button
        type="button"
        role="checkbox"
        aria-checked={done}
        disabled={!stored}
        aria-label={t(done ? 'tasks.reopen' : 'tasks.complete', { title: task.title })}
        onClick={() => void tick()}
        className="tap -ms-2 flex size-10 shrink-0 items-center justify-center rounded-full"
      >
        <span
          className={cx(
            'flex size-5 items-center justify-center rounded-full border-[1.5px] transition-colors',
            done ? 'border-accent bg-accent text-accent-ink' : 'border-line-strong hover:border-accent',
          )}
        >
          {done && <Check className="size-3.5" strokeWidth={3} aria-hidden />}
        </span>
      </button>
      <div className="min-w-0 flex-1 py-1.5">
        {editing ? (
          <LineEditor
            value={task.title}
            label={t('tasks.titleLabel')}
            charsMax={limits.taskTitleCharsMax}
            charsMin={1}
            problem={t('tasks.tooLong', { max: limits.taskTitleCharsMax })}
            onDone={(title) => {
              setEditing(false);
              if (title !== null) void change(task, { title });
            }}
          />
        ) : (
          <>
            <p dir="auto" className={cx('leading-relaxed wrap-anywhere', done && 'text-ink-3 line-through')}>
              {task.title}
            </p>
            <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-xs text-ink-3">
              <span>
                {done && task.completedAt
                  ? t('tasks.doneAt', { when: when(task.completedAt) })
                  : t('tasks.addedAt', { when: when(task.createdAt) })}
              </span>
              {task.createdBy === 'assistant' && (
                <span className="inline-flex items-center gap-1">
                  <Sparkles className="size-3 text-accent" aria-hidden /> {t('tasks.byAssistant')}
                </span>
              )}
            </p>
          </>
        )}
      </div>
      {!editing && (
        <div className="flex opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
          <IconButton
            label={t('tasks.edit', { title: task.title })}
            disabled={!stored}
            onClick={() => setEditing(true)}
          >
            <Pencil />
          </IconButton>
          <IconButton
            label={t('tasks.delete', { title: task.title })}
            disabled={!stored}
            className="hover:bg-danger-soft hover:text-danger"
            onClick={() =>
              deleteWithUndo({
                kind: 'tasks',
                id: task.id,
                text: t('tasks.deleted', { title: task.title }),
                undoLabel: t('common.undo'),
                failedText: () => t('tasks.failed'),
                onDeleted: () => forgetTask(task.id),
              })
            }
          >
            <Trash2 />
          </IconButton>
        </div>
      )}
    </li>
  );
}
