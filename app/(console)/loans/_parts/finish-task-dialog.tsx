'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { releases } from '@/lib/domains/releases/contract'
import {
  type FinishValues,
  finishFindings,
  type HandTaskKind,
  taskLimits,
} from '@/lib/domains/releases/rules/hand-task'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { businessDate } from '@/lib/rules/business-date'

const F = fieldsFor<FinishValues>()

/** 登记完成 of a task behind a settlement: its day, and of papers the way by which they went back. */
export default function FinishTaskDialog({
  order,
  task,
  onClose,
}: {
  order: { id: number; rowVersion: number }
  task: { kind: HandTaskKind; dueDay: string }
  onClose: () => void
}) {
  const t = useT()
  const today = businessDate(Date.now())
  const name = t(`releases.taskKinds.${task.kind}`)
  const form = useCheckedForm<FinishValues>(
    { doneOn: today, courier: '', expressNo: '', note: '' },
    (values): Partial<Record<keyof FinishValues, MessageKey>> => finishFindings(task, values, today),
  )
  const save = async (values: FinishValues, rowVersion: number | undefined) => {
    await call(releases.finishTask, {
      ...values,
      kind: task.kind,
      orderId: order.id,
      rowVersion: rowVersion ?? order.rowVersion,
    })
    toast.success(t('releases.finished', { task: name }))
    onClose()
  }
  return (
    <FormDialog
      title={t('releases.finishTitle', { task: name })}
      form={form}
      row={order}
      onSubmit={save}
      onClose={onClose}
    >
      <F.Date name="doneOn" label={t('releases.doneOn')} required />
      {task.kind === 'archive_return' && (
        <>
          <F.Text name="courier" label={t('releases.courier')} maxLength={taskLimits.courier} required />
          <F.Text
            name="expressNo"
            label={t('releases.expressNo')}
            maxLength={taskLimits.expressNo}
            required
          />
        </>
      )}
      <F.Text name="note" label={t('releases.taskNote')} maxLength={taskLimits.note} />
    </FormDialog>
  )
}
