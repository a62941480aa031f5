'use client'
import { StatusTag } from '@/components/ui/status-tag'
import type { UserRow } from '@/lib/domains/staff/contract'
import { useT } from '@/lib/i18n/use-t'

export function RoleNames({ row: { roleNames } }: { row: UserRow }) {
  return roleNames.join(useT()('ui.separator'))
}

export function ScopeText({
  scope,
  units = [],
}: {
  scope: UserRow['dataScope']
  units?: UserRow['scopeUnits']
}) {
  const t = useT()
  if (units.length === 0) return t(`staff.scope.${scope}`)
  return t('staff.scopeOf', { units: units.map(({ name }) => name).join(t('ui.separator')) })
}

/** Stands beside what a change of rights waits for. */
export function CheckingTag() {
  return <StatusTag tone="waiting">{useT()('staff.checking')}</StatusTag>
}

export function UserState({ user }: { user: UserRow }) {
  return (
    <>
      <SignInState user={user} /> {user.checking && <CheckingTag />}
    </>
  )
}

/** 停用 and 锁定 go before a first sign-in that is still due. */
function SignInState({ user: { status, locked, oneTime } }: { user: UserRow }) {
  const t = useT()
  if (status === '停用') return <StatusTag tone="closed">{t('staff.status.stopped')}</StatusTag>
  if (locked) return <StatusTag tone="rejected">{t('staff.status.locked')}</StatusTag>
  if (oneTime) return <StatusTag tone="waiting">{t('staff.oneTime')}</StatusTag>
  return <StatusTag tone="passed">{t('staff.status.normal')}</StatusTag>
}
