import type { PreferredLanguage, TextLanguage } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Download } from '~icons';
import { queryClient, trpc } from '../../data/service/client.ts';
import { useUser } from '../../data/service/session.ts';
import { changeZone, deviceZone, useAccountZone } from '../../data/time-zone.ts';
import { appLocale, t } from '../../i18n/translate.ts';
import { Button, buttonClasses, Form } from '../../ui/button.tsx';
import { showFailure, showToast } from '../../ui/feedback/toast.tsx';
import { useChange, useProfileChange } from '../../ui/feedback/use-change.ts';
import { Choice, Field, TextField } from '../../ui/field.tsx';
import { Filter, Offer, Page, Section } from '../../ui/page/page.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import { chooseTheme, type ThemeChoice, useTheme } from '../../ui/theme.ts';
import { ImportConversations } from './import-conversations.tsx';
import { ChangePassword, DeleteAccount } from './with-password.tsx';

export function AccountPage() {
  const user = useUser();
  return (
    <Page title={t('nav.account')} lead={t('accountPage.signedInAs', { email: user.email })}>
      <Section id="profile" title={t('accountPage.profile')}>
        <Profile />
      </Section>
      <Section id="appearance" title={t('accountPage.appearance')}>
        <Appearance />
      </Section>
      <Section id="assistant" title={t('accountPage.assistant')}>
        <Assistant />
      </Section>
      <Section id="password" title={t('signIn.password')}>
        <ChangePassword />
      </Section>
      <Section id="data" title={t('accountPage.data')}>
        <Storage />
        <Offer text={t('accountPage.exportText')}>
          <a href="/api/auth/export" download className={buttonClasses()}>
            <Download className="size-4" /> {t('accountPage.export')}
          </a>
        </Offer>
        <ImportConversations />
        <DeleteAccount />
      </Section>
    </Page>
  );
}

/** The used part of the account's storage; nothing if operators set no maximum. */
function Storage() {
  const { data } = useQuery(trpc.account.storage.queryOptions());
  if (!data) return null;
  const [used = '', max = ''] = [data.bytes, data.bytesMax].map((bytes) =>
    (bytes / 1_000_000).toLocaleString(appLocale(), { maximumFractionDigits: 1 }),
  );
  return <p className="py-2 text-[0.9375rem] text-ink-2">{t('accountPage.storage', { used, max })}</p>;
}

const languageNames: Readonly<Record<TextLanguage, string>> = {
  en: 'English',
  de: 'Deutsch',
  it: 'Italiano',
};

function Profile() {
  const user = useUser();
  const profile = useProfileChange();
  const [written, setWritten] = useState<string>();
  const name = written ?? user.displayName;
  const changed = name.trim() !== user.displayName;

  function submit() {
    if (!changed) return;
    setWritten(undefined);
    profile.mutate(
      { displayName: name.trim() },
      {
        onSuccess: () => showToast({ text: t('common.saved') }),
        onError: () => setWritten((since = name) => since),
      },
    );
  }

  return (
    <div className="max-w-md space-y-5">
      <Form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <Field
          className="flex-1 basis-40"
          label={t('accountPage.displayName')}
          dir="auto"
          value={name}
          maxLength={limits.displayNameCharsMax}
          autoComplete="nickname"
          onChange={(event) => setWritten(event.target.value)}
        />
        <Button type="submit" className="h-11" disabled={!changed} busy={profile.isPending}>
          {t('common.save')}
        </Button>
      </Form>
      <Field
        label={t('signIn.email')}
        value={user.email}
        readOnly
        disabled
        hint={t('accountPage.emailFixed')}
      />
      <Choice
        label={t('accountPage.language')}
        hint={t('accountPage.languageHint')}
        value={user.preferredLanguage}
        onChange={(event) => profile.mutate({ preferredLanguage: event.target.value as PreferredLanguage })}
        options={[['auto', t('accountPage.languageAuto')], ...Object.entries(languageNames)]}
      />
      <TimeZone />
    </div>
  );
}

function TimeZone() {
  const account = useAccountZone();
  const change = useChange(changeZone);
  const here = deviceZone();
  const zones = [...new Set([account, here, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
  return (
    <Choice
      label={t('accountPage.timeZone')}
      hint={t('accountPage.timeZoneHint', { zone: here })}
      value={change.isPending ? change.variables : account}
      onChange={(event) => change.mutate(event.target.value)}
      options={zones.map((zone) => [zone, zone.replaceAll('_', ' ')])}
    />
  );
}

function Appearance() {
  const theme = useTheme();
  return (
    <Filter<ThemeChoice>
      label={t('nav.theme')}
      value={theme}
      onChange={chooseTheme}
      options={[
        ['light', t('nav.themeLight')],
        ['dark', t('nav.themeDark')],
        ['system', t('nav.themeSystem')],
      ]}
    />
  );
}

function Assistant() {
  const user = useUser();
  const profile = useProfileChange();
  return (
    <div className="divide-y divide-line">
      <SwitchRow
        label={t('accountPage.memory')}
        hint={t('accountPage.memoryHint')}
        checked={user.memoryEnabled}
        onChange={(memoryEnabled) => profile.mutate({ memoryEnabled })}
      />
      <SwitchRow
        label={t('connections.search')}
        hint={t('connections.searchText')}
        checked={user.webSearchEnabled}
        onChange={(webSearchEnabled) => profile.mutate({ webSearchEnabled })}
      />
      <SwitchRow
        label={t('accountPage.namePrompt')}
        hint={t('accountPage.namePromptHint')}
        checked={!user.displayNameChangePromptDisabled}
        onChange={(offered) => profile.mutate({ displayNameChangePromptDisabled: !offered })}
      />
      <CustomInstructions />
    </div>
  );
}

/** The person's instructions for replies: one switch, and a text that is kept while it is off. */
function CustomInstructions() {
  const query = trpc.customInstructions.show.queryOptions();
  const stored = useQuery(query).data;
  const [written, setWritten] = useState<string>();
  const change = useMutation(
    trpc.customInstructions.change.mutationOptions({
      onSuccess: (_, now) => queryClient.setQueryData(query.queryKey, now),
      onError: showFailure,
    }),
  );
  const text = written ?? stored?.text ?? '';
  const tooLong = [...text.trim()].length > limits.customInstructionsCharsMax;
  const isNew = text.trim() !== stored?.text;

  function save() {
    if (!stored || !isNew || tooLong) return;
    change.mutate(
      { ...stored, text: text.trim() },
      {
        onSuccess: () => {
          setWritten(undefined);
          showToast({ text: t('common.saved') });
        },
      },
    );
  }

  return (
    <div>
      <SwitchRow
        label={t('customInstructions.title')}
        hint={t('customInstructions.hint')}
        checked={stored?.enabled ?? true}
        disabled={!stored}
        onChange={(enabled) => stored && change.mutate({ ...stored, enabled })}
      />
      {stored?.enabled && (
        <Form onSubmit={save} className="pb-3">
          <TextField
            label={t('customInstructions.label')}
            labelHidden
            hint={t('customInstructions.privacy')}
            problem={tooLong ? t('common.tooLong', { max: limits.customInstructionsCharsMax }) : undefined}
            dir="auto"
            rows={5}
            placeholder={t('customInstructions.placeholder')}
            value={text}
            onChange={(event) => setWritten(event.target.value)}
          />
          <Button type="submit" className="mt-3" disabled={!isNew || tooLong} busy={change.isPending}>
            {t('customInstructions.save')}
          </Button>
        </Form>
      )}
    </div>
  );
}
