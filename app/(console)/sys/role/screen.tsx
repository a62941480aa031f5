'use client'
import { useRouter } from 'next/navigation'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { ActionButton } from '@/components/ui/action-button'
import { toast } from '@/components/ui/toast'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { useHasPermission } from '@/lib/client/permission'
import { staff } from '@/lib/domains/staff/contract'
import { rolePermit } from '@/lib/domains/staff/rules/staff'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { CheckingTag, ScopeText } from '../user/_parts/user-cells'

type Row = RowOf<typeof staff.roles>

const roles = defineList({
  name: 'roles',
  endpoint: staff.roles,
  words: 'staff',
  title: 'routes.adminRoles',
  search: 'staff.searchRoles',
  filters: [],
  columns: [
    { key: 'name', label: 'staff.roleName', width: 200, card: true, cell: (row) => <RoleName role={row} /> },
    { key: 'code', label: 'staff.roleCode', kind: 'code', width: 180, sort: true, card: true },
    {
      key: 'dataScope',
      label: 'staff.roleScope',
      width: 140,
      cell: (row) => <ScopeText scope={row.dataScope} />,
    },
    { key: 'permissionCount', kind: 'number', width: 96 },
    { key: 'holders', kind: 'number', width: 96, card: true },
    { key: 'updatedAt', kind: 'dateTime', width: 160, sort: true },
  ],
  sort: 'code:asc',
  open: ({ id: roleId }) => href('adminRoleForm', { roleId }),
  empty: { title: 'staff.rolesEmpty' },
})

function RoleName({ role: { name, checking } }: { role: Row }) {
  return (
    <>
      {name} {checking && <CheckingTag />}
    </>
  )
}

/** 角色权限: what roles give, and who has them. */
export function RolesScreen() {
  const t = useT()
  const router = useRouter()
  const mayChange = useHasPermission('sys:role:save')
  const verbs = useVerbs<Row, string>({
    remove: verb(staff.removeRole, {
      label: 'staff.removeRole',
      tone: 'danger',
      permit: (row: Row) => rolePermit('remove', row),
      name: ({ name }: Row) => name,
      ask: 'staff.removeQuestion',
      input: ({ id }) => ({ id }),
      done: ({ effect }) => toast.success(t(effect === 'waits' ? 'staff.effect.waits' : 'staff.removed')),
    }),
  })
  const rowActions = (row: Row) => [
    { key: 'edit', label: t('staff.edit'), href: href('adminRoleForm', { roleId: row.id }) },
    { key: 'copy', label: t('staff.copyRole'), href: href('adminRoleForm', { copyOf: row.id }) },
    ...verbs.of(row),
  ]
  return (
    <ListScreen
      list={roles}
      verbs={verbs}
      rowActions={mayChange ? rowActions : undefined}
      actions={
        mayChange && (
          <ActionButton variant="primary" icon="plus" onClick={() => router.push(href('adminRoleForm'))}>
            {t('staff.newRole')}
          </ActionButton>
        )
      }
    />
  )
}
