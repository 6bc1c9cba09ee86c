import { CalendarX, Trash } from '~icons';
import { changeTask, forgetTask, type ShownTask } from '../../data/tasks.ts';
import { t } from '../../i18n/translate.ts';
import { IconButton } from '../../ui/button.tsx';
import { deleteWithUndo } from '../../ui/feedback/deletions.ts';
import { showFailure } from '../../ui/feedback/toast.tsx';
import { Menu, menuItem } from '../../ui/menu/menu.tsx';

/** Deletes a task. For an open repeating task, the person chooses whether the series ends with it. */
export function DeleteTask({ task, disabled }: { task: ShownTask; disabled: boolean }) {
  const { id, title } = task;

  const remove = (text: string, onUndone = () => {}) =>
    deleteWithUndo({
      kind: 'tasks',
      id,
      text,
      onDeleted: () => forgetTask(id),
      onUndone,
    });
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
