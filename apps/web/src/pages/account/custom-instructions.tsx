import { limits } from '@jarvis/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient, trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { showFailure, showToast } from '../../ui/feedback/toast.tsx';
import { Form, TextField } from '../../ui/field.tsx';
import { SwitchRow } from '../../ui/switch.tsx';

/** The person's instructions for replies: one switch, and a text that is kept while it is off. */
export function CustomInstructions() {
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
    <>
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
    </>
  );
}
