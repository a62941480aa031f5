'use client'
import * as z from 'zod'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useZodForm } from '@/components/form/use-form'
import styles from '@/components/oversight/record-dialog.module.css'
import { toast } from '@/components/ui/toast'
import { ApiError } from '@/lib/client/api-error'
import { call } from '@/lib/client/call'
import { type ErrorGroupRow, oversight } from '@/lib/contracts/oversight'
import { useT } from '@/lib/i18n/use-t'

const maxNote = 500
const schema = z.object({ note: z.string().trim().max(maxNote) })
const F = fieldsFor<z.input<typeof schema>>()

/** 标记已解决 with what was done, or opens a solved message again. */
export default function SettleDialog({
  row,
  onSettled,
  onClose,
}: {
  row: ErrorGroupRow
  onSettled: () => void
  onClose: () => void
}) {
  const t = useT()
  const status = row.status === '已解决' ? '待解决' : '已解决'
  const form = useZodForm(schema, { note: row.note })
  const save = async ({ note }: z.output<typeof schema>) => {
    const content = { id: row.id, rowVersion: row.rowVersion, status, note } as const
    try {
      await call(oversight.settleError, content)
      toast.success(t('oversight.saved'))
    } catch (error) {
      // The row that the dialog was opened on is no longer true, and the toast says so.
      if (!(error instanceof ApiError && error.status === 409)) throw error
    }
    onSettled()
  }
  return (
    <FormDialog
      title={t(status === '已解决' ? 'oversight.solveTitle' : 'oversight.reopen')}
      form={form}
      lead={
        <>
          <p className={styles.lead}>
            <strong>{row.message}</strong>
          </p>
          {status === '已解决' && <p className={styles.lead}>{t('oversight.solveHint')}</p>}
        </>
      }
      onSubmit={save}
      onClose={onClose}
    >
      <F.TextArea name="note" label={t('oversight.solveNote')} maxLength={maxNote} />
    </FormDialog>
  )
}
