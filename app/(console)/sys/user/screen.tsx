'use client'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { ActionButton } from '@/components/ui/action-button'
import { fileCall } from '@/lib/client/download'
import { callOptions, wordOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { useSession } from '@/lib/client/session'
import { staff } from '@/lib/domains/staff/contract'
import { userPermit } from '@/lib/domains/staff/rules/staff'
import { useT } from '@/lib/i18n/use-t'
import { useUserVerbs } from './_parts/use-user-verbs'
import { RoleNames, ScopeText, UserState } from './_parts/user-cells'

const users = defineList({
  name: 'users',
  endpoint: staff.users,
  words: 'staff',
  title: 'routes.adminUsers',
  search: 'staff.searchUsers',
  filters: [
    {
      kind: 'select',
      name: 'role',
      label: 'staff.roles',
      options: callOptions(staff.choices, {}, ({ roles }) =>
        roles.map(({ code, name }) => ({ value: code, label: name })),
      ),
    },
    {
      kind: 'select',
      name: 'orgUnitId',
      label: 'staff.orgUnit',
      options: callOptions(staff.choices, {}, ({ units }) =>
        units.map(({ id, name, depth }) => ({ value: String(id), label: `${'　'.repeat(depth)}${name}` })),
      ),
    },
    {
      kind: 'select',
      name: 'state',
      options: wordOptions([
        { value: 'normal', label: 'staff.status.normal' },
        { value: 'locked', label: 'staff.status.locked' },
        { value: 'stopped', label: 'staff.status.stopped' },
      ]),
    },
  ],
  columns: [
    { key: 'account', width: 150, sort: true, card: true },
    { key: 'name', width: 96, card: true },
    { key: 'mobile', width: 124 },
    { key: 'orgName', label: 'staff.orgUnit', width: 140 },
    {
      key: 'roleNames',
      label: 'staff.roles',
      width: 180,
      card: true,
      cell: (row) => <RoleNames row={row} />,
    },
    {
      key: 'dataScope',
      width: 128,
      cell: (row) => <ScopeText scope={row.dataScope} units={row.scopeUnits} />,
    },
    { key: 'status', label: 'staff.state', width: 184, card: true, cell: (row) => <UserState user={row} /> },
    { key: 'lastLoginAt', kind: 'dateTime', width: 160, sort: true },
    { key: 'createdAt', kind: 'dateTime', width: 160, sort: true, hidden: true },
  ],
  sort: 'account:asc',
  exportFile: (filter, columns) => fileCall(staff.exportUsers, { ...filter, columns }),
  empty: { title: 'staff.usersEmpty', hint: 'staff.usersEmptyHint' },
})

/** 用户管理: who may sign in, what they may do and whose rows they see. */
export function UsersScreen() {
  const t = useT()
  const { id: callerId } = useSession().user
  const mayChange = useHasPermission('sys:user:save')
  const { verbs, edit, dialog } = useUserVerbs()

  const create = mayChange && (
    <ActionButton variant="primary" icon="plus" onClick={() => edit(null)}>
      {t('staff.newUser')}
    </ActionButton>
  )
  return (
    <>
      <ListScreen
        list={users}
        verbs={verbs}
        rowActions={
          mayChange
            ? (row) => [
                {
                  key: 'edit',
                  label: t('staff.edit'),
                  permit: userPermit('edit', row, callerId),
                  run: () => edit(row),
                },
                ...verbs.of(row),
              ]
            : undefined
        }
        actions={create}
        emptyAction={create}
      />
      {dialog}
    </>
  )
}
