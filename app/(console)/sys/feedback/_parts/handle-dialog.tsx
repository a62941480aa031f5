'use client'
import * as z from 'zod'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useZodForm } from '@/components/form/use-form'
import styles from '@/components/oversight/record-dialog.module.css'
import { toast } from '@/components/ui/toast'
import { ApiError } from '@/lib/client/api-error'
import { call } from '@/lib/client/call'
import { type FeedbackRow, oversight } from '@/lib/contracts/oversight'
import { useT } from '@/lib/i18n/use-t'

const maxNote = 500
const schema = z.object({
  note: z.string().trim().min(1, 'oversight.noteRequired').max(maxNote),
  answer: z.boolean(),
})
const F = fieldsFor<z.input<typeof schema>>()

/** 处理: a note, which the writer gets as a message unless it is for ourselves. */
export default function HandleDialog({
  row,
  onSettled,
  onClose,
}: {
  row: FeedbackRow
  onSettled: () => void
  onClose: () => void
}) {
  const t = useT()
  const form = useZodForm(schema, { note: row.note, answer: row.status !== '已处理' })
  const save = async (values: z.output<typeof schema>) => {
    const content = { id: row.id, rowVersion: row.rowVersion, ...values }
    try {
      await call(oversight.handleFeedback, content)
      toast.success(t('oversight.handledDone'))
    } catch (error) {
      // The row that the dialog was opened on is no longer true, and the toast says so.
      if (!(error instanceof ApiError && error.status === 409)) throw error
    }
    onSettled()
  }
  return (
    <FormDialog
      title={t('oversight.handleTitle')}
      form={form}
      lead={<p className={styles.lead}>{row.content}</p>}
      width={560}
      onSubmit={save}
      onClose={onClose}
    >
      <F.TextArea name="note" label={t('oversight.handleNote')} required maxLength={maxNote} rows={4} />
      <F.Checkbox name="answer" label={t('oversight.answer')} text={t('oversight.handleAnswer')} />
    </FormDialog>
  )
}
