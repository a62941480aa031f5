'use client'
import { fieldTimeOf, instantOf } from '@/components/form/date-time-field'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { useConfirm } from '@/components/ui/confirm'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { wordOptions } from '@/lib/client/options'
import { useT } from '@/lib/i18n/use-t'
import { messages, type Notice } from '@/lib/platform/messages/contract'
import { noticeLimits } from '@/lib/platform/messages/rules/messages'
import { audienceWords, type NoticeValues, noticeFindings } from './notice-values'
import { TargetsField } from './targets-field'

const F = fieldsFor<NoticeValues>()
const audiences = wordOptions(Object.entries(audienceWords).map(([value, label]) => ({ value, label })))
const times = wordOptions([
  { value: 'now', label: 'notices.whenNow' },
  { value: 'later', label: 'notices.whenLater' },
])
const hourMs = 3_600_000

/** Writes a notice, or changes one that waits for its time. */
export default function NoticeDialog({
  notice,
  onClose,
}: {
  notice: Notice | undefined
  onClose: () => void
}) {
  const t = useT()
  const confirm = useConfirm()
  const form = useCheckedForm<NoticeValues>(
    {
      title: notice?.title ?? '',
      body: notice?.body ?? '',
      audience: notice?.audience ?? 'all',
      targets: notice?.targets ?? [],
      when: notice ? 'later' : 'now',
      sendAt: fieldTimeOf(notice?.sendAt ?? Date.now() + hourMs),
    },
    noticeFindings,
  )
  const [audience, when] = form.watch(['audience', 'when'])

  const save = async (
    { title, body, audience, targets, when, sendAt }: NoticeValues,
    rowVersion: number | undefined,
  ) => {
    const who = t(audienceWords[audience])
    const now = when === 'now'
    // Everything that has gone to everybody is in their bells: it is asked about, a waiting one is not.
    if (
      now &&
      !(await confirm({ message: t('notices.sendQuestion', { who, title }), ok: t('notices.send') }))
    )
      return
    const content = {
      id: notice?.id,
      rowVersion,
      title,
      body,
      audience,
      targets: audience === 'all' ? [] : targets,
      sendAt: now ? undefined : instantOf(sendAt),
    }
    const { recipients } = await call(messages.saveNotice, content)
    toast.success(now ? t('notices.sendDone', { count: recipients }) : t('notices.scheduleDone'))
    onClose()
  }
  const label = (path: string) =>
    path === 'title' || path === 'body' || path === 'audience' || path === 'targets'
      ? t(`notices.${path}`)
      : path
  return (
    <FormDialog
      title={t(notice ? 'notices.edit' : 'notices.write')}
      form={form}
      row={notice}
      onSubmit={save}
      onClose={onClose}
      ok={when === 'now' ? t('notices.send') : undefined}
      width={640}
      fieldLabel={label}
      comparedValue={(_path, value) => (Array.isArray(value) ? value.join(t('ui.separator')) : String(value))}
    >
      <F.Text name="title" label={t('notices.title')} required maxLength={noticeLimits.title} />
      <F.TextArea name="body" label={t('notices.body')} required rows={5} maxLength={noticeLimits.body} />
      <F.Radio
        name="audience"
        label={t('notices.audience')}
        options={audiences}
        required
        onChoose={() => form.setValue('targets', [])}
      />
      {audience !== 'all' && (
        <TargetsField
          key={audience}
          name="targets"
          label={t('notices.targets')}
          audience={audience}
          required
        />
      )}
      <F.Radio name="when" label={t('notices.when')} options={times} required />
      {when === 'later' && (
        <F.DateTime name="sendAt" label={t('notices.sendAt')} required min={fieldTimeOf(Date.now())} />
      )}
    </FormDialog>
  )
}
