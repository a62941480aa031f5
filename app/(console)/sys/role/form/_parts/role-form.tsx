'use client'
import { useEffect, useId, useMemo, useState } from 'react'
import { useController } from 'react-hook-form'
import { DetailPage } from '@/components/detail/detail-page'
import { FieldGrid } from '@/components/form/field-grid'
import { fieldsFor } from '@/components/form/fields-for'
import { Form } from '@/components/form/form'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { useSubmission } from '@/components/form/use-submission'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { Section } from '@/components/ui/section'
import { useTab } from '@/components/ui/tab-port'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { listOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { permissionGroups, permissionsIn } from '@/lib/domains/identity/rules/permission-groups'
import { dataScopes, isDataScope } from '@/lib/domains/identity/rules/roles'
import { type MenuChoice, type RoleDetail, type StaffChoices, staff } from '@/lib/domains/staff/contract'
import { type RoleValues, roleFindings, rolePermit } from '@/lib/domains/staff/rules/staff'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { RightsNote } from '../../../user/_parts/rights-note'
import { ChoicePanel } from './choice-panel'
import type { Choice } from './choice-tree'
import { Holders } from './holders'
import styles from './role.module.css'

// The banner is heavy, and most roles have none.
const ChangeBanner = lazyPart<{ kind: 'role'; aboutId: number }>(async () => ({
  default: (await import('@/components/changes/change-banner')).ChangeBanner,
}))

export type RoleFormValues = RoleValues & { menuIds: readonly number[] }
const F = fieldsFor<RoleFormValues>()

const labels: Readonly<Record<string, MessageKey>> = {
  name: 'staff.roleName',
  dataScope: 'staff.roleScope',
  permissions: 'staff.permissionTree',
}

/**
 * The name of a role, its permissions and its menu.
 *
 * @param role null for a new one
 * @param onSaved hears its id; the form begins again with what is saved
 */
export function RoleForm({
  role,
  values,
  menus,
  check,
  onSaved,
}: {
  role: RoleDetail | null
  values: RoleFormValues
  menus: readonly MenuChoice[]
  check: StaffChoices['check']
  onSaved: (id: number) => Promise<void> | void
}) {
  const t = useT()
  const id = useId()
  const { setDirty, setLabel } = useTab()
  const mayChange = useHasPermission('sys:role:save')
  const form = useCheckedForm<RoleFormValues>(values, roleFindings)
  const [rowVersion, setRowVersion] = useState(role?.rowVersion)
  const submission = useSubmission(form, setRowVersion)
  const { isDirty } = form.formState
  useEffect(() => setDirty(isDirty), [setDirty, isDirty])
  useEffect(() => setLabel(role?.name ?? t('staff.newRole')), [setLabel, role, t])

  const rights = role ? rolePermit('rights', role) : ({ ok: true } as const)
  const locked = !mayChange || !rights.ok
  const { permissionChoices, menuChoices, scopes } = useRoleChoices(menus)
  const permissions = useController({ control: form.control, name: 'permissions' })
  const menuIds = useController({ control: form.control, name: 'menuIds' })
  const wrong = permissions.fieldState.error?.message

  const save = async (sent: RoleFormValues) => {
    if (!isDataScope(sent.dataScope)) return
    const { code, name, dataScope } = sent
    const saved = await call(staff.saveRole, {
      ...(role && { id: role.id, rowVersion }),
      code,
      name,
      dataScope,
      permissions: [...sent.permissions],
      menuIds: [...sent.menuIds],
    })
    form.reset(sent)
    setDirty(false)
    toast.success(t(saved.effect === 'none' ? 'staff.roleSaved' : `staff.effect.${saved.effect}`))
    await onSaved(saved.id)
  }

  return (
    <DetailPage
      name={role?.name ?? t('staff.newRole')}
      number={role?.code}
      facts={
        role
          ? [
              { label: t('staff.permissionCount'), value: permissions.field.value.length },
              { label: t('staff.holders'), value: role.holders },
            ]
          : []
      }
      actions={
        mayChange && (
          <ActionButton type="submit" form={id} variant="primary" busy={submission.busy}>
            {t('staff.save')}
          </ActionButton>
        )
      }
      side={role && <Holders role={role} />}
    >
      {role && <ChangeBanner kind="role" aboutId={role.id} />}
      {!locked && <RightsNote check={check} />}
      <Form
        id={id}
        form={form}
        submission={submission}
        onSubmit={save}
        fieldLabel={(path) => (labels[path] ? t(labels[path]) : path)}
        comparedValue={(path, value) => comparedText(path, value, t)}
      >
        <Section title={t('staff.basics')}>
          <FieldGrid>
            <F.Text
              name="code"
              label={t('staff.roleCode')}
              help={role ? undefined : t('staff.roleCodeHint')}
              maxLength={32}
              clean={(text) => text.toLowerCase()}
              readOnly={role !== null}
              required
            />
            <F.Text name="name" label={t('staff.roleName')} maxLength={20} readOnly={!mayChange} required />
            <F.Select
              name="dataScope"
              label={t('staff.roleScope')}
              help={t('staff.roleScopeHint')}
              options={scopes}
              readOnly={!mayChange}
              required
            />
          </FieldGrid>
        </Section>
        <Section
          title={t('staff.permissionTree')}
          actions={
            <span className={styles.note}>
              {t('staff.chosen', { count: permissions.field.value.length })}
            </span>
          }
        >
          {!rights.ok && <p className={styles.lock}>{t(rights.reason, rights.params)}</p>}
          {wrong && (
            <p role="alert" className={styles.error} data-field="permissions">
              {t(wrong as MessageKey)}
            </p>
          )}
          <ChoicePanel
            choices={permissionChoices}
            chosen={new Set(permissions.field.value)}
            onChange={(chosen) => {
              permissions.field.onChange([...chosen].filter((one) => one.includes(':')))
              void form.trigger('permissions')
            }}
            searchLabel={t('staff.searchPermissions')}
            locked={locked}
          />
        </Section>
        <Section title={t('staff.menuTree')}>
          <ChoicePanel
            choices={menuChoices}
            chosen={new Set(menuIds.field.value)}
            onChange={(chosen) => menuIds.field.onChange([...chosen])}
            searchLabel={t('staff.searchMenus')}
            locked={locked}
          />
        </Section>
      </Form>
    </DetailPage>
  )
}

function useRoleChoices(menus: readonly MenuChoice[]) {
  const t = useT()
  return useMemo(() => {
    const permissionChoices: Choice<string>[] = permissionGroups.flatMap((group) => [
      { id: group, parentId: null, label: t(`staff.group.${group}`) },
      ...permissionsIn(group).map((permission) => ({
        id: permission,
        parentId: group,
        label: t(`staff.permission.${permission}`),
        note: permission,
      })),
    ])
    const menuChoices: Choice<number>[] = menus.map(({ everybody, name, ...entry }) => ({
      ...entry,
      label: name,
      ...(everybody && { always: true, note: t('staff.everybody') }),
    }))
    const scopes = listOptions(
      dataScopes.map((scope) => ({ value: scope, label: t(`staff.scope.${scope}`) })),
    )
    return { permissionChoices, menuChoices, scopes }
  }, [menus, t])
}

function comparedText(path: string, value: unknown, t: ReturnType<typeof useT>) {
  if (path === 'dataScope') return t(`staff.scope.${value}` as MessageKey)
  if (path !== 'permissions' || !Array.isArray(value)) return undefined
  return value.map((permission) => t(`staff.permission.${permission}` as MessageKey)).join(t('ui.separator'))
}
