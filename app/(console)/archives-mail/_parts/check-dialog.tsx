'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { codeOptions } from '@/lib/client/options'
import { archives, type MailView } from '@/lib/domains/archives/contract'
import { archiveLimits, itemTakes } from '@/lib/domains/archives/rules/archive'
import { type CheckResult, checkResults, resultFits, resultOf } from '@/lib/domains/archives/rules/mail'
import { useT } from '@/lib/i18n/use-t'

type Values = { result: CheckResult; note: string }
const F = fieldsFor<Values>()

/** The end of a check: of what is missing it says why, and it is chased from then on. */
export default function CheckDialog({ mail, onClose }: { mail: MailView; onClose: () => void }) {
  const t = useT()
  const papers = mail.archives.flatMap(({ items }) => items)
  const missing = papers.filter(({ itemStatus }) => itemTakes('ticked', itemStatus)).length
  const form = useCheckedForm<Values>(
    { result: resultOf(missing), note: '' },
    ({ result, note }): Record<string, string> =>
      !resultFits(result, 0) && note.trim() === '' ? { note: 'rules.required' } : {},
  )
  const save = async (values: Values, rowVersion: number | undefined) => {
    await call(archives.check, { ...values, id: mail.id, rowVersion: rowVersion ?? mail.rowVersion })
    toast.success(t('archives.checked', { mailNo: mail.mailNo }))
    onClose()
  }
  return (
    <FormDialog
      title={t('archives.checkTitle', { mailNo: mail.mailNo })}
      form={form}
      row={mail}
      onSubmit={save}
      onClose={onClose}
      lead={
        <p>
          {missing === 0
            ? t('archives.checkAll', { count: papers.length })
            : t('archives.checkMissing', { count: missing })}
        </p>
      }
    >
      <F.Select
        name="result"
        label={t('archives.checkResult')}
        options={codeOptions(
          'archives.checkResults',
          checkResults.filter((result) => resultFits(result, missing)),
        )}
        required
      />
      <F.TextArea
        name="note"
        label={t('archives.checkNote')}
        maxLength={archiveLimits.reason}
        required={missing > 0}
      />
    </FormDialog>
  )
}
