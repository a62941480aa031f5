'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { codeOptions } from '@/lib/client/options'
import { type ArchiveRow, archives } from '@/lib/domains/archives/contract'
import { archiveLimits, itemTakes, secretLevels } from '@/lib/domains/archives/rules/archive'
import {
  isFinal,
  kindRefusal,
  mustComeBackBy,
  type OutKind,
  outKinds,
  usualKind,
} from '@/lib/domains/archives/rules/outbound'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { PapersField } from './papers-field'

export type PapersVerb = 'enter' | 'lose' | 'apply'

type Values = {
  items: number[]
  secretLevel: (typeof secretLevels)[number]
  outKind: OutKind
  reason: string
  dueBack: string
}
const F = fieldsFor<Values>()

const facts = { enter: 'entered', lose: 'lost', apply: 'lent' } as const
const titles = { enter: 'enterTitle', lose: 'loseTitle', apply: 'applyTitle' } as const
const dones = { enter: 'entered', lose: 'lost', apply: 'applied' } as const

const findings =
  (verb: PapersVerb) =>
  ({ items, reason, outKind, dueBack }: Values): Partial<Record<keyof Values, MessageKey>> => ({
    ...(items.length === 0 && { items: 'archives.refusals.noItem' as const }),
    ...(verb !== 'enter' && reason.trim() === '' && { reason: 'rules.required' as const }),
    ...(verb === 'apply' &&
      mustComeBackBy(outKind) &&
      dueBack === '' && { dueBack: 'rules.required' as const }),
  })

/** 录入, 报失 or 出库申请 of some of the papers of a file: those that it can be done to. */
export default function PapersDialog({
  verb,
  row,
  onClose,
}: {
  verb: PapersVerb
  row: ArchiveRow
  onClose: () => void
}) {
  const t = useT()
  const papers = row.items.filter(({ itemStatus }) => itemTakes(facts[verb], itemStatus))
  const usual = usualKind(row)
  const form = useCheckedForm<Values>(
    {
      // Papers that came, and those that go back to their customer, are all of them as a rule.
      items:
        verb === 'enter' || (verb === 'apply' && isFinal(usual)) ? papers.map(({ itemNo }) => itemNo) : [],
      secretLevel: row.secretLevel,
      outKind: usual,
      reason: '',
      dueBack: '',
    },
    findings(verb),
  )
  const outKind = form.watch('outKind')
  const save = async ({ items, ...values }: Values, rowVersion: number | undefined) => {
    const on = { id: row.id, rowVersion: rowVersion ?? row.rowVersion, items }
    if (verb === 'enter') await call(archives.enter, { ...on, secretLevel: values.secretLevel })
    if (verb === 'lose') await call(archives.lose, { ...on, reason: values.reason })
    if (verb === 'apply')
      await call(archives.apply, {
        ...on,
        outKind: values.outKind,
        reason: values.reason,
        dueBack: isFinal(values.outKind) ? '' : values.dueBack,
      })
    toast.success(t(`archives.${dones[verb]}`, { archiveNo: row.archiveNo }))
    onClose()
  }
  return (
    <FormDialog
      title={t(`archives.${titles[verb]}`, { archiveNo: row.archiveNo })}
      form={form}
      row={row}
      onSubmit={save}
      onClose={onClose}
      tone={verb === 'lose' ? 'danger' : 'primary'}
      lead={
        <p>
          {row.customerName} {row.orderNo} {row.boxNo} {row.location}
        </p>
      }
    >
      <PapersField name="items" label={t('archives.papers')} papers={papers} required />
      {verb === 'enter' && (
        <F.Select
          name="secretLevel"
          label={t('archives.secretLevel')}
          options={codeOptions('archives.secretLevels', secretLevels)}
          required
        />
      )}
      {verb === 'apply' && (
        <>
          <F.Select
            name="outKind"
            label={t('archives.outKind')}
            options={codeOptions(
              'archives.outKinds',
              outKinds.filter((kind) => kindRefusal(kind, row) === null),
            )}
            required
          />
          {!isFinal(outKind) && (
            <F.Date name="dueBack" label={t('archives.dueBack')} required={mustComeBackBy(outKind)} />
          )}
        </>
      )}
      {verb !== 'enter' && (
        <F.TextArea name="reason" label={t('archives.reason')} maxLength={archiveLimits.reason} required />
      )}
    </FormDialog>
  )
}
