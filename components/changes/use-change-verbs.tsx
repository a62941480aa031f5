'use client'
import { useMemo } from 'react'
import type { Permit } from '@/components/ui/action-button'
import { toast } from '@/components/ui/toast'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { useSession } from '@/lib/client/session'
import { type ChangeRow, changes } from '@/lib/contracts/changes'
import type { OutputOf } from '@/lib/contracts/endpoint'
import { useT } from '@/lib/i18n/use-t'
import { type ChangeStep, changeCan, changeLimits, changeRules } from '@/lib/rules/pending-change'
import { ChangeLines, ChangeSum } from './change-lines'

const reason = {
  kind: 'text',
  label: 'changes.reason',
  required: true,
  maxLength: changeLimits.reason,
} as const

type Judged = OutputOf<typeof changes.approve>

function verbsOf(
  who: { id: number; permissions: readonly string[] },
  tell: (output: Judged, row: ChangeRow) => void,
) {
  const permit =
    (step: ChangeStep) =>
    (row: ChangeRow): Permit =>
      changeCan(step, row, who, new Date())
  const common = { name: ({ title }: ChangeRow) => title, words: ({ title }: ChangeRow) => ({ name: title }) }
  const approving = {
    ...common,
    label: 'changes.approve',
    main: true,
    permit: permit('approve'),
    ask: 'changes.approveTitle',
    many: 'changes.approveMany',
    lead: (row: ChangeRow) => <ChangeLines change={row} />,
    leadOfAll: (rows: readonly ChangeRow[]) => <ChangeSum rows={rows} />,
    done: tell,
  } as const
  const asked = (rows: readonly ChangeRow[]) => ({
    ids: rows.map(({ id }) => id),
    hashes: rows.map(({ contentHash }) => contentHash),
  })
  const isWaiting = ({ state }: ChangeRow) => state === 'waiting'
  const wantsPassword = ({ kind }: ChangeRow) => changeRules[kind].payPassword
  return {
    approve: verb(changes.approve, {
      ...approving,
      of: (row: ChangeRow) => isWaiting(row) && !wantsPassword(row) && row.madeBy !== who.id,
      inputOfAll: asked,
    }),
    pay: verb(changes.approve, {
      ...approving,
      of: (row: ChangeRow) => isWaiting(row) && wantsPassword(row) && row.madeBy !== who.id,
      fields: {
        payPassword: {
          kind: 'password',
          label: 'changes.payPassword',
          required: true,
          help: 'changes.payPasswordHelp',
        },
      },
      inputOfAll: (rows, { payPassword }) => ({ ...asked(rows), payPassword }),
    }),
    refuse: verb(changes.refuse, {
      ...common,
      label: 'changes.refuse',
      tone: 'danger',
      of: (row: ChangeRow) => isWaiting(row) && row.madeBy !== who.id,
      permit: permit('refuse'),
      ask: 'changes.refuseTitle',
      note: 'changes.refuseNote',
      fields: { reason },
      input: ({ id }, values) => ({ id, reason: values.reason }),
      done: 'changes.refused',
    }),
    withdraw: verb(changes.withdraw, {
      ...common,
      label: 'changes.withdraw',
      tone: 'danger',
      of: (row: ChangeRow) => isWaiting(row) && row.madeBy === who.id,
      permit: permit('withdraw'),
      ask: 'changes.withdrawTitle',
      note: 'changes.withdrawNote',
      fields: { reason },
      input: ({ id }, values) => ({ id, reason: values.reason }),
      done: 'changes.withdrawn',
    }),
  }
}

/** What can be done with a change that waits: in the list of them, and on the record that it is about. */
export function useChangeVerbs() {
  const t = useT()
  const { user, permissions } = useSession()
  const { id } = user
  return useVerbs(
    useMemo(() => {
      const tell = ({ done, left }: Judged, row: ChangeRow) => {
        if (done.length === 1 && left.length === 0) toast.success(t('changes.approved', { name: row.title }))
        else if (done.length > 0) toast.success(t('changes.approvedMany', { count: done.length }))
        if (left.length === 0) return
        const reasons = left.map(({ title, reason: why }) => `${title} ${why}`).join(t('ui.separator'))
        toast.error(t('changes.leftMany', { count: left.length, reasons }))
      }
      return verbsOf({ id: Number(id), permissions }, tell)
    }, [id, permissions, t]),
  )
}
