'use client'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useConfirm } from '@/components/ui/confirm'
import { lazyPart } from '@/components/ui/lazy-part'
import { toast } from '@/components/ui/toast'
import { ApiError } from '@/lib/client/api-error'
import { call } from '@/lib/client/call'
import { messageOf } from '@/lib/client/funnel'
import { keyOf, q } from '@/lib/client/query'
import { type StaffChoices, staff, type UserRow } from '@/lib/contracts/staff'
import { useT } from '@/lib/i18n/use-t'
import type { HandedOut } from './password-dialog'

// What opens on a click comes with the click.
const UserDialog = lazyPart(() => import('./user-dialog'))
const PasswordDialog = lazyPart(() => import('./password-dialog'))

type Asked =
  | { kind: 'user'; row: UserRow | null; choices: StaffChoices }
  | { kind: 'password'; of: HandedOut }
type Verb = (row: UserRow) => Promise<void>

/**
 * What is done to users from the list; whatever the answer is, the list reads again.
 *
 *     const verbs = useUserVerbs()
 *     <ActionButton onClick={() => void verbs.create()}>…</ActionButton>
 *     {verbs.dialog}
 */
export function useUserVerbs(): Record<'edit' | 'stop' | 'start' | 'reset' | 'unlock', Verb> & {
  create: () => Promise<void>
  dialog: ReactNode
} {
  const t = useT()
  const confirm = useConfirm()
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const readAgain = () => void client.invalidateQueries({ queryKey: keyOf(staff.users) })

  /** The funnel has shown a failure; it leaves 400 to the form that asked, and here there is none. */
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 400) toast.error(messageOf(error), error.id)
    }
  }
  const open = (row: UserRow | null) =>
    attempt(async () => {
      const choices = await client.fetchQuery(q(staff.choices, {}))
      setAsked({ kind: 'user', row, choices })
    })
  /** Asks, does it, says so. */
  const verb =
    (name: 'stop' | 'start' | 'reset' | 'unlock', act: (row: UserRow) => Promise<unknown>): Verb =>
    async (row) => {
      const message = t(`staff.${name}Question`, { name: row.name, account: row.account })
      const tone = name === 'stop' || name === 'reset' ? 'danger' : 'normal'
      if (!(await confirm({ message, ok: t(`staff.${name}`), tone }))) return
      await attempt(() => act(row))
      readAgain()
    }
  const versionOf = ({ id, rowVersion }: UserRow) => ({ id, rowVersion })
  const setEnabled = async (row: UserRow, enabled: boolean) => {
    await call(staff.setUserStatus, { ...versionOf(row), enabled })
    toast.success(t(enabled ? 'staff.started' : 'staff.stopped'))
  }

  return {
    create: () => open(null),
    edit: (row) => open(row),
    stop: verb('stop', (row) => setEnabled(row, false)),
    start: verb('start', (row) => setEnabled(row, true)),
    unlock: verb('unlock', async (row) => {
      await call(staff.unlockUser, versionOf(row))
      toast.success(t('staff.unlocked'))
    }),
    reset: verb('reset', async (row) => {
      const made = await call(staff.resetPassword, versionOf(row))
      setAsked({ kind: 'password', of: { name: row.name, account: row.account, ...made } })
    }),
    dialog:
      asked?.kind === 'user' ? (
        <UserDialog
          row={asked.row}
          choices={asked.choices}
          onSaved={readAgain}
          onEnd={(made) => setAsked(made ? { kind: 'password', of: made } : null)}
        />
      ) : (
        asked && <PasswordDialog of={asked.of} onClose={() => setAsked(null)} />
      ),
  }
}
