'use client'
import * as z from 'zod'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useZodForm } from '@/components/form/use-form'
import styles from '@/components/oversight/record-dialog.module.css'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { type OnlineRow, oversight } from '@/lib/contracts/oversight'
import { useT } from '@/lib/i18n/use-t'

const maxReason = 100
const schema = z.object({ reason: z.string().trim().min(1, 'oversight.reasonRequired').max(maxReason) })
const F = fieldsFor<z.input<typeof schema>>()

/** 结束会话, for a reason that the people read who are signed out. */
export default function EndDialog({
  rows,
  onEnded,
  onClose,
}: {
  rows: readonly OnlineRow[]
  onEnded: () => void
  onClose: () => void
}) {
  const t = useT()
  const form = useZodForm(schema, { reason: '' })
  return (
    <FormDialog
      title={t('oversight.endTitle')}
      form={form}
      ok={t('oversight.endSession')}
      tone="danger"
      lead={
        <>
          <p className={styles.lead}>
            {rows.map(({ name, account }) => `${name} ${account}`).join(t('ui.separator'))}
          </p>
          <p className={styles.lead}>{t('oversight.endCount', { count: rows.length })}</p>
        </>
      }
      onClose={onClose}
      onSubmit={async ({ reason }) => {
        const content = { ids: rows.map(({ id }) => id), reason }
        const { ended } = await call(oversight.endSessions, content)
        toast.success(t('oversight.ended', { count: ended }))
        onEnded()
      }}
    >
      <F.TextArea name="reason" label={t('oversight.endReason')} required maxLength={maxReason} />
    </FormDialog>
  )
}
