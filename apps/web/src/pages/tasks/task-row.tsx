import type { ShownTask } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import { CalendarX, Check, Pencil, Sparkles, Trash } from '~icons';
import { changeTask, isStored, type TaskEdit } from '../../data/tasks.ts';
import { t, useLanguage } from '../../i18n/translate.ts';
import { useAddress } from '../../routing/history.ts';
import { firstClick, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/classes.ts';
import { deleteWithUndo } from '../../ui/feedback/deletions.ts';
import { offerUndo, showFailure } from '../../ui/feedback/toast.tsx';
import { LineEditor } from '../../ui/line-editor.tsx';
import { Menu, menuItem } from '../../ui/menu/menu.tsx';
import { useLineEdit } from '../../ui/page/use-line-edit.ts';
import { when } from '../../ui/when.tsx';
import type { Here } from '../times/due-text.ts';
import { DueMenu, DueWords } from './due-menu.tsx';

/** A task in a list, with its checkbox, title, due date and menu. Rendered again only for its own changes. */
export const TaskRow = memo(function TaskRow({ task, here }: { task: ShownTask; here: Here }) {
  useLanguage();
  const edit = useLineEdit((title) => changeTask(task, { title }));
  const row = useRef<HTMLLIElement>(null);
  // Its entry in the history: the row may be asked for once more.
  const wanted = useAddress(({ hash, state }) => hash === `#${task.id}` && state.key);
  useEffect(() => {
    if (wanted) row.current?.focus();
  }, [wanted]);
  const done = task.status === 'done';
  const stored = isStored(task);

  const change = (before: ShownTask, edit: TaskEdit) => changeTask(before, edit).catch(showFailure);

  /** A completed task leaves the list, so undo is offered. */
  async function tick() {
    const changed = await change(task, { status: done ? 'open' : 'done' });
    if (!changed) return;
    const text = t(done ? 'tasks.reopened' : 'tasks.completed', { title: task.title });
    offerUndo(text, () => void change(changed, { status: task.status }));
  }

  // With its first date, or without its last one, the menu's button has another place; the focus goes with it.
  const moves = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it has moved
  useLayoutEffect(() => {
    if (moves.current) row.current?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus();
    moves.current = false;
  }, [!task.due]);
  const dueMenu = (
    <DueMenu
      task={task}
      here={here}
      disabled={!stored}
      onChange={(edit) => {
        moves.current = !task.due || edit.due === null;
        void change(task, edit);
      }}
    />
  );

  return (
    <li
      ref={row}
      tabIndex={-1}
      className={cx(
        'group grid break-inside-avoid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-1 py-2',
        wanted && 'rounded-xl focus:outline-2 focus:outline-accent',
      )}
    >
      <button
        type="button"
        role="checkbox"
        aria-checked={done}
        disabled={!stored || edit.isOpen}
        aria-label={t(done ? 'tasks.reopen' : 'tasks.complete', { title: task.title })}
        onClick={firstClick(() => void tick())}
        className="tap -ms-2 row-span-2 flex size-10 items-center justify-center rounded-full"
      >
        <span
          className={cx(
            'flex size-5 items-center justify-center rounded-full border-[1.5px] transition-colors',
            done ? 'border-accent bg-accent text-accent-ink' : 'border-line-strong hover:border-accent',
          )}
        >
          {done && <Check className="size-3.5" strokeWidth={3} />}
        </span>
      </button>
      {edit.isOpen ? (
        <div className="col-span-2 py-1.5">
          <LineEditor
            value={task.title}
            label={t('tasks.titleLabel')}
            charsMax={limits.taskTitleCharsMax}
            // An empty one changes nothing.
            onDone={(title) => edit.end(title || null)}
          />
        </div>
      ) : (
        // On a narrow screen, the buttons are below the title, which then has the whole width; below the date if it is large.
        <>
          <p
            dir="auto"
            className={cx(
              'pt-1.5 leading-relaxed wrap-anywhere max-sm:col-span-2',
              done && 'text-ink-3 line-through',
            )}
          >
            {task.title}
          </p>
          <div className="col-span-2 col-start-2 row-start-2 flex flex-wrap items-center sm:contents">
            <div className="flex grow basis-28 flex-wrap items-center gap-x-3 pt-0.5 pb-1.5 text-xs text-ink-3 sm:col-start-2 sm:row-start-2">
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
                  <Sparkles className="size-3 text-accent" /> {t('tasks.byAssistant')}
                </span>
              )}
            </div>
            <div className="ms-auto flex opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 max-sm:-me-2 print:hidden sm:col-start-3 sm:row-span-2 sm:row-start-1 pointer-coarse:opacity-100">
              <IconButton
                icon={<Pencil />}
                label={t('tasks.edit', { title: task.title })}
                disabled={!stored}
                autoFocus={edit.wasEdited}
                onClick={edit.begin}
              />
              {!task.due && !done && dueMenu}
              <DeleteTask task={task} disabled={!stored} />
            </div>
          </div>
        </>
      )}
    </li>
  );
});

/** Deletes a task. For an open repeating task, the person chooses whether the series ends with it. */
function DeleteTask({ task, disabled }: { task: ShownTask; disabled: boolean }) {
  const { id, title } = task;

  const remove = (text: string, onUndone = () => {}) => deleteWithUndo({ kind: 'tasks', id, text, onUndone });
  const removeAll = () => remove(t('common.deleted', { title }));

  /** Ticks the task, which adds the next one; reopening it removes that one. */
  async function removeThis() {
    const ticked = await changeTask(task, { status: 'done' });
    const reopen = () => void changeTask(ticked, { status: 'open' }).catch(showFailure);
    remove(t('due.skipped', { title }), reopen);
  }

  const repeats = task.repeat && task.status === 'open';
  const button = (
    <IconButton
      icon={<Trash />}
      label={t('tasks.delete', { title })}
      steps
      disabled={disabled}
      className="hover:bg-danger-soft hover:text-danger"
      {...(!repeats && { onClick: removeAll })}
    />
  );
  if (!repeats) return button;
  return (
    <Menu
      label={t('tasks.delete', { title })}
      trigger={button}
      entries={[
        menuItem(t('due.onlyThis'), <CalendarX />, () => void removeThis().catch(showFailure)),
        menuItem(t('due.thisAndAll'), <Trash />, removeAll, { danger: true }),
      ]}
    />
  );
}
