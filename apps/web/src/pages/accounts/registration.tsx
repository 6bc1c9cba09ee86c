import type { Invitation, RegistrationMode } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rpc, trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { ShownOnce } from '../../ui/dialog/shown-once.tsx';
import { useChange } from '../../ui/feedback/use-change.ts';
import { Field, Form } from '../../ui/field.tsx';
import { List, Loaded, Row } from '../../ui/page/content.tsx';
import { Filter } from '../../ui/page/page.tsx';
import { when } from '../../ui/when.tsx';

const modes: readonly RegistrationMode[] = ['open', 'invitation', 'closed'];
const days = 7;
const refreshes = [trpc.registration.pathFilter()];

/** The registration mode and the invitation links. */
export function Registration() {
  const query = useQuery(trpc.registration.show.queryOptions(undefined, { staleTime: 0 }));
  const change = useChange((mode: RegistrationMode) => rpc.registration.change.mutate({ mode }), {
    refreshes,
  });
  return (
    <Loaded query={query} rows={1}>
      {({ decidedBy, invitations, ...stored }) => {
        const mode = change.isPending ? change.variables : stored.mode;
        return (
          <>
            {decidedBy === 'environment' ? (
              <p className="font-medium">{t(`registration.${mode}`)}</p>
            ) : (
              <Filter<RegistrationMode>
                label={t('registration.title')}
                value={mode}
                onChange={(next) => change.mutate(next)}
                options={modes.map((value) => [value, t(`registration.${value}`)])}
              />
            )}
            <p className="mt-3 text-[0.9375rem] text-ink-2">
              {t(`registration.${mode}Text`)}
              {decidedBy === 'environment' && <> {t('settings.byEnvironment')}</>}
            </p>
            {mode === 'invitation' && <Invitations invitations={invitations} />}
          </>
        );
      }}
    </Loaded>
  );
}

function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const [note, setNote] = useState('');
  const invite = useChange((forWhom: string) => rpc.registration.invite.mutate({ note: forWhom, days }), {
    refreshes,
  });
  const revoke = useChange((id: string) => rpc.registration.revokeInvitation.mutate({ id }), { refreshes });
  const submit = () => invite.mutate(note, { onSuccess: () => setNote('') });

  return (
    <>
      <Form onSubmit={submit} className="mt-5 mb-3 flex flex-col gap-2 sm:flex-row sm:items-end">
        <Field
          className="flex-1"
          label={t('registration.note')}
          value={note}
          maxLength={limits.invitationNoteCharsMax}
          autoComplete="off"
          onChange={({ target }) => setNote(target.value)}
        />
        <Button type="submit" className="h-11" busy={invite.isPending}>
          {t('registration.invite')}
        </Button>
      </Form>
      <List of={invitations}>
        {({ id, note: forWhom, expiresAt }) => (
          <Row
            key={id}
            name={<bdi>{forWhom || t('registration.noNote')}</bdi>}
            notes={[t('registration.until', { when: when(expiresAt) })]}
          >
            <Button
              size="small"
              variant="dangerQuiet"
              aria-label={`${t('registration.revoke')}: ${forWhom}`}
              disabled={revoke.isPending}
              onClick={() => revoke.mutate(id)}
            >
              {t('registration.revoke')}
            </Button>
          </Row>
        )}
      </List>
      {invite.data && (
        <ShownOnce
          title={t('registration.link')}
          description={t('registration.linkText', { count: days })}
          secret={invite.data.link}
          copyLabel={t('accounts.copyLink')}
          onClose={invite.reset}
        />
      )}
    </>
  );
}
