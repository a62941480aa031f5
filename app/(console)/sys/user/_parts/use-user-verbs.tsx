'use client'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { useVerbs, type Verbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { ApiError } from '@/lib/client/api-error'
import { q } from '@/lib/client/query'
import { useSession } from '@/lib/client/session'
import { type StaffChoices, staff, type UserRow } from '@/lib/domains/staff/contract'
import { userPermit } from '@/lib/domains/staff/rules/staff'
import type { HandedOut } from './password-dialog'

// Parts that open on a click are loaded with it.
const UserDialog = lazyPart(() => import('./user-dialog'))
const PasswordDialog = lazyPart(() => import('./password-dialog'))

type Shown =
  | { kind: 'user'; row: UserRow | null; choices: StaffChoices }
  | { kind: 'password'; of: HandedOut }

/** Everything that is done to users from the list. */
export function useUserVerbs(): {
  verbs: Verbs<UserRow>
  /** Opens 编辑用户, of null 新增用户. */
  edit: (row: UserRow | null) => void
  dialog: ReactNode
} {
  const client = useQueryClient()
  const { id: callerId } = useSession().user
  const [shown, setShown] = useState<Shown>()

  const edit = async (row: UserRow | null) => {
    try {
      setShown({ kind: 'user', row, choices: await client.fetchQuery(q(staff.choices, {})) })
    } catch (error) {
      // Said already by the cache of queries.
      if (!(error instanceof ApiError)) throw error
    }
  }
  const of = (name: 'reset' | 'unlock' | 'stop' | 'start') => ({
    label: `staff.${name}` as const,
    ask: `staff.${name}Question` as const,
    name: (row: UserRow) => `${row.name} ${row.account}`,
    words: ({ name, account }: UserRow) => ({ name, account }),
    permit: (row: UserRow) => userPermit(name, row, callerId),
  })
  const verbs = useVerbs<UserRow, string>({
    reset: verb(staff.resetPassword, {
      ...of('reset'),
      tone: 'danger',
      input: ({ id }) => ({ id }),
      done: (made, { name, account }) => setShown({ kind: 'password', of: { name, account, ...made } }),
    }),
    unlock: verb(staff.unlockUser, {
      ...of('unlock'),
      input: ({ id }) => ({ id }),
      done: 'staff.unlocked',
    }),
    stop: verb(staff.setUserStatus, {
      ...of('stop'),
      tone: 'danger',
      of: ({ status }) => status !== '停用',
      many: 'staff.stopMany',
      input: ({ id }) => ({ id, enabled: false }),
      undo: 'start',
      done: 'staff.stopped',
    }),
    start: verb(staff.setUserStatus, {
      ...of('start'),
      of: ({ status }) => status === '停用',
      input: ({ id }) => ({ id, enabled: true }),
      undo: 'stop',
      done: 'staff.started',
    }),
  })
  return {
    verbs,
    edit: (row) => void edit(row),
    dialog:
      shown?.kind === 'user' ? (
        <UserDialog
          row={shown.row}
          choices={shown.choices}
          onEnd={(made) => setShown(made && { kind: 'password', of: made })}
        />
      ) : (
        shown && <PasswordDialog of={shown.of} onClose={() => setShown(undefined)} />
      ),
  }
}
