import { limits } from '@jarvis/contract/limits';
import { useState } from 'react';
import Check from '~icons/check';
import Pencil from '~icons/pencil';
import Sparkles from '~icons/sparkles';
import { changeTask, isStored, type ShownTask, type TaskEdit } from '../../data/tasks.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/classes.ts';
import { useFailureToast } from '../../ui/feedback/failure-toast.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { LineEditor } from '../../ui/line-editor.tsx';
import { useWhen } from '../../ui/when.tsx';
import { DeleteTask } from './delete-task.tsx';
import { DueMenu, DueWords } from './due-menu.tsx';
import type { Here } from './due-text.ts';

/** A task in a list, with its checkbox, title, due date and menu. */
export function TaskRow({ task, here }: { readonly task: ShownTask; readonly here: Here }) {
  const { t } = useTranslation();
  const when = useWhen();
  const showFailure = useFailureToast();
  const [editing, setEditing] = useState(false);
  const done = task.status === 'done';
  const stored = isStored(task);

  async function change(before: ShownTask, edit: TaskEdit) {
    try {
      return await changeTask(before, edit);
    } catch (error) {
      showFailure(error);
    }
  }

  /** A completed task leaves the list, so undo is offered. */
  async function tick() {
    const changed = await change(task, { status: done ? 'open' : 'done' });
    if (!changed) return;
    showToast({
      text: t(done ? 'tasks.reopened' : 'tasks.completed', { title: task.title }),
      action: { label: t('common.undo'), run: () => void change(changed, { status: task.status }) },
    });
  }

  const dueMenu = (
    <DueMenu task={task} here={here} disabled={!stored} onChange={(edit) => void change(task, edit)} />
  );

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
            problem={t('common.tooLong', { max: limits.taskTitleCharsMax })}
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
            <div className="mt-0.5 flex flex-wrap items-center gap-x-3 text-xs text-ink-3">
              {task.due && (done ? <DueWords task={task} here={here} /> : dueMenu)}
              {(done || !task.due) && (
                <span>
                  {done && task.completedAt
                    ? t('tasks.doneAt', { when: when(task.completedAt) })
                    : t('tasks.addedAt', { when: when(task.createdAt) })}
                </span>
              )}
              {task.createdBy === 'assistant' && (
                <span className="inline-flex items-center gap-1">
                  <Sparkles className="size-3 text-accent" aria-hidden /> {t('tasks.byAssistant')}
                </span>
              )}
            </div>
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
          {!task.due && !done && dueMenu}
          <DeleteTask task={task} disabled={!stored} />
        </div>
      )}
    </li>
  );
}
