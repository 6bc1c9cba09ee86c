import type { Schedule } from '@jarvis/contract';
import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import { AlarmClock, Plus } from '~icons';
import { connectionsQuery } from '../../data/connections.ts';
import { schedulesQuery } from '../../data/schedules.ts';
import { settingsQuery } from '../../data/time-zone.ts';
import { useFormDraft } from '../../drafts/drafts.ts';
import { t } from '../../i18n/translate.ts';
import { Shown } from '../../routing/history.ts';
import { valueIn } from '../../routing/value-in.ts';
import { Button, Form } from '../../ui/button.tsx';
import { usePendingDeletions } from '../../ui/feedback/deletions.ts';
import { Field } from '../../ui/field.tsx';
import { Empty, List, Loaded, Page } from '../../ui/page/page.tsx';
import { useHere } from '../times/due-text.ts';
import { readTime } from '../times/reading.ts';
import { draftFrom, draftOf, type ScheduleDraft } from './schedule-draft.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { ScheduleRow } from './schedule-row.tsx';

interface OpenForm {
  /** Undefined for a new schedule. */
  readonly before?: Schedule;
  readonly draft: ScheduleDraft;
}

/** The assistant's scheduled prompts. */
export function SchedulesPage() {
  const here = useHere();
  const wantedId = valueIn(use(Shown).search, 'schedule');
  const query = useQuery(schedulesQuery);
  const connections = useQuery(connectionsQuery);
  const deleted = usePendingDeletions();
  const { data: settings } = useQuery(settingsQuery);
  const [asked, changeAsked] = useFormDraft<{ readonly text: string }>('/schedules');
  const text = asked?.text ?? '';
  const [reading, setReading] = useState(false);
  const [form, changeForm] = useFormDraft<OpenForm>('/schedules#form');
  const shown = query.data?.schedules.filter(({ id }) => !deleted.has(id)) ?? [];
  const isOn = connections.data?.schedules !== false;

  /** Opens the form with the parsed text; a text that cannot be parsed becomes the prompt unchanged. */
  async function begin() {
    setReading(true);
    const read = await readTime(text, here.accountZone).catch(() => undefined);
    setReading(false);
    const draft = draftOf(text, read, here, settings?.timeSettings.dayTime ?? '09:00');
    changeForm(() => ({ draft }));
  }

  return (
    <Page title={t('nav.schedules')} lead={t('schedules.lead')}>
      {isOn ? (
        <Form onSubmit={() => void begin()} className="mb-6 flex gap-2 print:hidden">
          <Field
            className="flex-1"
            label={t('schedules.ask')}
            labelHidden
            dir="auto"
            value={text}
            onChange={({ target: { value } }) => changeAsked(() => (value === '' ? null : { text: value }))}
            placeholder={t('schedules.placeholder')}
            autoComplete="off"
          />
          <Button type="submit" variant="primary" className="h-11" busy={reading}>
            <Plus className="size-4" />
            <span className="max-sm:sr-only">{t('schedules.make')}</span>
          </Button>
        </Form>
      ) : (
        <p className="mb-6 rounded-2xl border border-line bg-raised p-4 leading-relaxed">
          {t('schedules.off')}
        </p>
      )}
      <Loaded query={query}>
        {() => (
          <List
            of={shown}
            empty={
              <Empty
                icon={<AlarmClock />}
                title={t('schedules.empty')}
                text={isOn && t('schedules.emptyText')}
              />
            }
          >
            {(schedule) => (
              <ScheduleRow
                key={schedule.id}
                schedule={schedule}
                here={here}
                isOn={isOn}
                isWanted={schedule.id === wantedId}
                onEdit={() => changeForm(() => ({ before: schedule, draft: draftFrom(schedule) }))}
              />
            )}
          </List>
        )}
      </Loaded>
      {form && (
        <ScheduleForm
          before={form.before}
          draft={form.draft}
          here={here}
          onChange={(part) => changeForm((now) => now && { ...now, draft: { ...now.draft, ...part } })}
          onSaved={() => {
            if (!form.before) changeAsked(() => null);
            changeForm(() => null);
          }}
          onClose={() => changeForm(() => null)}
        />
      )}
    </Page>
  );
}
