'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { useConfirm } from '@/components/ui/confirm'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { wordOptions } from '@/lib/client/options'
import { system } from '@/lib/domains/system/contract'
import { type Feedback, feedbackFindings, feedbackLength } from '@/lib/domains/system/rules/feedback'
import { useT } from '@/lib/i18n/use-t'
import type { InputOf } from '@/lib/platform/contract/endpoint'

const F = fieldsFor<Feedback>()
const types = wordOptions([
  { value: '01', label: 'account.type01' },
  { value: '03', label: 'account.type03' },
  { value: '04', label: 'account.type04' },
])

/** 问题反馈 (specification points 5, 8 and 9), with the page it is about. */
export default function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const confirm = useConfirm()
  const form = useCheckedForm<Feedback>({ plain_type: '', content: '' }, feedbackFindings)

  async function submit(feedback: Feedback) {
    if (!(await confirm({ message: t('account.feedbackQuestion') }))) return
    const content = {
      // The form is judged by the same table of types.
      plain_type: feedback.plain_type as InputOf<typeof system.sendFeedback>['plain_type'],
      content: feedback.content,
      page: window.location.pathname,
    }
    const { code, msg } = await call(system.sendFeedback, content)
    if (code !== '1') {
      toast.error(msg)
      return
    }
    toast.success(t('account.feedbackSent'))
    onClose()
  }

  return (
    <FormDialog
      title={t('account.feedback')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      ok={t('shell.submit')}
      width={640}
    >
      <F.Radio name="plain_type" label={t('account.plainType')} options={types} required />
      <F.TextArea
        name="content"
        label={t('account.content')}
        placeholder={t('account.contentPlaceholder')}
        maxLength={feedbackLength}
        rows={6}
        required
      />
    </FormDialog>
  )
}
