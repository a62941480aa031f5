'use client'
import { useMemo } from 'react'
import type { Permit } from '@/components/ui/action-button'
import { toast } from '@/components/ui/toast'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { useSession } from '@/lib/client/session'
import { useT } from '@/lib/i18n/use-t'
import { type ChangeRow, changes } from '@/lib/platform/changes/contract'
import {
  type ChangeStep,
  changeCan,
  changeLimits,
  changeRules,
} from '@/lib/platform/changes/rules/pending-change'
import { JudgedChanges } from './change-lines'

const reason = {
  kind: 'text',
  label: 'changes.reason',
  required: true,
  maxLength: changeLimits.reason,
} as const

function verbsOf(who: { id: number; permissions: readonly string[] }, t: ReturnType<typeof useT>) {
  const permit =
    (step: ChangeStep) =>
    (row: ChangeRow): Permit =>
      changeCan(step, row, who, new Date())
  const common = {
    // An order may have several that wait.
    name: ({ title, kind }: ChangeRow) => `${title} ${t(`changes.kinds.${kind}`)}`,
    words: ({ title }: ChangeRow) => ({ name: title }),
  }
  const isWaiting = ({ state }: ChangeRow) => state === 'waiting'
  return {
    approve: verb(changes.approve, {
      ...common,
      label: 'changes.approve',
      main: true,
      of: (row: ChangeRow) => isWaiting(row) && row.madeBy !== who.id,
      permit: permit('approve'),
      ask: 'changes.approveTitle',
      many: 'changes.approveMany',
      lead: (row: ChangeRow) => <JudgedChanges rows={[row]} />,
      leadOfAll: (rows: readonly ChangeRow[]) => <JudgedChanges rows={rows} />,
      fields: {
        payPassword: {
          kind: 'password',
          label: 'changes.payPassword',
          required: true,
          help: 'changes.payPasswordHelp',
          of: ({ kind }: ChangeRow) => changeRules[kind].payPassword,
        },
      },
      inputOfAll: (rows, { payPassword }) => ({
        ids: rows.map(({ id }) => id),
        hashes: rows.map(({ contentHash }) => contentHash),
        payPassword,
      }),
      left: ({ left }, rows) =>
        left.flatMap(({ id, reason }) => rows.filter((row) => row.id === id).map((row) => ({ row, reason }))),
      done: ({ done, left }, row) => {
        if (done.length === 1 && left.length === 0) toast.success(t('changes.approved', { name: row.title }))
        else if (done.length > 0) toast.success(t('changes.approvedMany', { count: done.length }))
      },
    }),
    refuse: verb(changes.refuse, {
      ...common,
      label: 'changes.refuse',
      tone: 'danger',
      of: (row: ChangeRow) => isWaiting(row) && row.madeBy !== who.id,
      permit: permit('refuse'),
      ask: 'changes.refuseTitle',
      many: 'changes.refuseMany',
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

/** Everything that can be done with a change that waits: in the list of them, and on the record that it is about. */
export function useChangeVerbs() {
  const t = useT()
  const { user, permissions } = useSession()
  const { id } = user
  return useVerbs(useMemo(() => verbsOf({ id: Number(id), permissions }, t), [id, permissions, t]))
}
