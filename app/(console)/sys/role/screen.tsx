'use client'
import { useRouter } from 'next/navigation'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { ActionButton } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import { toast } from '@/components/ui/toast'
import { useHasPermission } from '@/lib/client/permission'
import { useApiMutation } from '@/lib/client/query'
import { staff } from '@/lib/contracts/staff'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { rolePermit } from '@/lib/rules/staff'
import { ScopeText } from '../user/_parts/user-cells'

const roles = defineList({
  name: 'roles',
  endpoint: staff.roles,
  title: 'routes.adminRoles',
  search: 'staff.searchRoles',
  filters: [],
  columns: [
    { key: 'name', label: 'staff.roleName', width: 180, card: true },
    { key: 'code', label: 'staff.roleCode', kind: 'code', width: 180, sort: true, card: true },
    {
      key: 'dataScope',
      label: 'staff.roleScope',
      width: 140,
      cell: (row) => <ScopeText scope={row.dataScope} />,
    },
    { key: 'permissionCount', label: 'staff.permissionCount', kind: 'number', width: 96 },
    { key: 'holders', label: 'staff.holders', kind: 'number', width: 96, card: true },
    { key: 'updatedAt', label: 'staff.updatedAt', kind: 'dateTime', width: 160, sort: true },
  ],
  sort: 'code:asc',
  actionsWidth: 180,
  open: ({ id: roleId }) => href('adminRoleForm', { roleId }),
  empty: { title: 'staff.rolesEmpty' },
})

/** 角色权限: what roles give, and who has them. */
export function RolesScreen() {
  const t = useT()
  const router = useRouter()
  const confirm = useConfirm()
  const mayChange = useHasPermission('sys:role:save')
  const remove = useApiMutation(staff.removeRole, {
    invalidate: [staff.roles, staff.choices],
    onSuccess: () => toast.success(t('staff.removed')),
  })

  const rowActions = (row: RowOf<typeof staff.roles>): RowAction[] => [
    { key: 'edit', label: t('staff.edit'), href: href('adminRoleForm', { roleId: row.id }) },
    { key: 'copy', label: t('staff.copyRole'), href: href('adminRoleForm', { copyOf: row.id }) },
    {
      key: 'remove',
      label: t('staff.removeRole'),
      permit: rolePermit('remove', row),
      run: async () => {
        const { id, rowVersion, name } = row
        const question = { message: t('staff.removeQuestion', { name }), ok: t('staff.removeRole') }
        if (await confirm({ ...question, tone: 'danger' })) remove.mutate({ id, rowVersion })
      },
    },
  ]
  return (
    <ListScreen
      list={roles}
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
