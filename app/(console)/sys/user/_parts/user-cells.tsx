'use client'
import { StatusTag } from '@/components/ui/status-tag'
import type { UserRow } from '@/lib/domains/staff/contract'
import { useT } from '@/lib/i18n/use-t'

export function RoleNames({ row: { roleNames } }: { row: UserRow }) {
  return roleNames.join(useT()('ui.separator'))
}

export function ScopeText({ scope }: { scope: UserRow['dataScope'] }) {
  return useT()(`staff.scope.${scope}`)
}

/** 停用 and 锁定 go before a first sign-in that is still due. */
export function UserState({ user: { status, locked, oneTime } }: { user: UserRow }) {
  const t = useT()
  if (status === '停用') return <StatusTag tone="closed">{t('staff.status.stopped')}</StatusTag>
  if (locked) return <StatusTag tone="rejected">{t('staff.status.locked')}</StatusTag>
  if (oneTime) return <StatusTag tone="waiting">{t('staff.oneTime')}</StatusTag>
  return <StatusTag tone="passed">{t('staff.status.normal')}</StatusTag>
}
