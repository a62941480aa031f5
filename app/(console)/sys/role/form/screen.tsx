'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { PageSkeleton } from '@/components/ui/states'
import { useTab, useTabLocation } from '@/components/ui/tab-port'
import { q } from '@/lib/client/query'
import { staff } from '@/lib/domains/staff/contract'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { RoleForm } from './_parts/role-form'

const untilSaved = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, meta: {} }

/** 角色: a new one, a copy, or what one is called and gives. */
export function RoleScreen() {
  const { query } = useTabLocation()
  const search = new URLSearchParams(query)
  const roleId = Number(search.get('roleId')) || null
  const copyOf = Number(search.get('copyOf')) || null
  return <Loaded key={`${roleId} ${copyOf}`} roleId={roleId} copyOf={copyOf} />
}

function Loaded({ roleId, copyOf }: { roleId: number | null; copyOf: number | null }) {
  const t = useT()
  const { leave } = useTab()
  const source = roleId ?? copyOf
  const [version, setVersion] = useState(0)
  // The form keeps what was chosen; fresh data under it would only be thrown away.
  const role = useQuery({ ...q(staff.role, { id: source ?? 1 }), ...untilSaved, enabled: source !== null })
  const menus = useQuery({ ...q(staff.menuChoices, {}), ...untilSaved })
  const choices = useQuery({ ...q(staff.choices, {}), ...untilSaved })
  const error = (source !== null && role.error) || menus.error || choices.error
  if (error) {
    return (
      <ReadFailure
        error={error}
        onRetry={() =>
          void Promise.all([source !== null && role.refetch(), menus.refetch(), choices.refetch()])
        }
      />
    )
  }
  if (!menus.data || !choices.data || (source !== null && (!role.data || role.isRefetching)))
    return <PageSkeleton />
  const given =
    role.data && copyOf !== null && roleId === null
      ? { ...role.data, name: t('staff.copyName', { name: role.data.name }) }
      : role.data
  return (
    <RoleForm
      key={version}
      role={roleId === null ? null : (role.data ?? null)}
      values={{
        code: roleId === null ? '' : (given?.code ?? ''),
        name: given?.name ?? '',
        dataScope: given?.dataScope ?? 'self',
        permissions: given?.permissions ?? [],
        menuIds: given?.menuIds ?? [],
      }}
      menus={menus.data}
      check={choices.data.check}
      onSaved={async (id) => {
        if (roleId === null) return leave(href('adminRoleForm', { roleId: id }))
        await Promise.all([role.refetch(), menus.refetch()])
        setVersion(version + 1)
      }}
    />
  )
}
