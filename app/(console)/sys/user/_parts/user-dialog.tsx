'use client'
import { useMemo } from 'react'
import { FieldGrid } from '@/components/form/field-grid'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { listOptions } from '@/lib/client/options'
import { useSession } from '@/lib/client/session'
import { dataScopes, isDataScope } from '@/lib/domains/identity/rules/roles'
import { type StaffChoices, staff, type UserRow } from '@/lib/domains/staff/contract'
import { isWithinScope, type UserValues, userFindings } from '@/lib/domains/staff/rules/staff'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { cleanMobile, cleanName } from '@/lib/rules/clean-value'
import type { HandedOut } from './password-dialog'
import { RightsNote } from './rights-note'
import { RolesField } from './roles-field'
import { UnitsField } from './units-field'

const F = fieldsFor<UserValues>()

/** Units that the user has beyond the caller's reach, which may stay or go, and those of the reach. */
const unitsOf = ({ units }: StaffChoices, row: UserRow | null) => [
  ...(row?.scopeUnits ?? [])
    .filter(({ id }) => !units.some((unit) => unit.id === id))
    .map((unit) => ({ ...unit, depth: 0 })),
  ...units,
]

const labels: Readonly<Record<string, MessageKey>> = {
  name: 'staff.name',
  orgUnitId: 'staff.orgUnit',
  roleCodes: 'staff.roles',
  dataScope: 'staff.dataScope',
  scopeUnitIds: 'staff.scopeUnits',
}

/**
 * 新增用户 and 编辑用户.
 *
 * @param row null for a new one
 * @param onEnd with the one-time password of a user who was made
 */
export default function UserDialog({
  row,
  choices,
  onEnd,
}: {
  row: UserRow | null
  choices: StaffChoices
  onEnd: (made?: HandedOut) => void
}) {
  const t = useT()
  const isOwn = useSession().user.id === row?.id
  const locked = isOwn || row?.checking === true
  const { units, roles, widest, check } = choices
  const form = useCheckedForm<UserValues>(
    {
      account: row?.account ?? '',
      name: row?.name ?? '',
      mobile: '',
      orgUnitId: row ? String(row.orgUnitId) : '',
      roleCodes: row?.roleCodes ?? [],
      dataScope: row?.dataScope ?? '',
      scopeUnitIds: row?.scopeUnits.map(({ id }) => id) ?? [],
    },
    (values) => userFindings(values, row === null, roles),
  )

  const unitOptions = useMemo(() => {
    const offered = units.map(({ id, name, kind, depth }) => ({
      value: String(id),
      label: `${'　'.repeat(depth)}${name}（${t(`staff.unitKind.${kind}` as MessageKey)}）`,
    }))
    const own = row && String(row.orgUnitId)
    const isOffered = !own || offered.some(({ value }) => value === own)
    return listOptions(isOffered ? offered : [{ value: own, label: row.orgName }, ...offered])
  }, [units, row, t])
  const scopeOptions = useMemo(
    () =>
      listOptions(
        dataScopes.map((scope) => ({
          value: scope,
          label: t(`staff.scope.${scope}`),
          off: !isWithinScope(scope, widest),
        })),
      ),
    [widest, t],
  )

  /** A new user is offered the widest scope of the roles, until somebody has chosen one. */
  const offerScope = (codes: readonly string[]) => {
    if (row || form.getFieldState('dataScope').isTouched) return
    const offered = roles
      .filter(({ code, dataScope }) => codes.includes(code) && isWithinScope(dataScope, widest))
      .map(({ dataScope }) => dataScope)
      .sort((a, b) => dataScopes.indexOf(a) - dataScopes.indexOf(b))
      .at(-1)
    if (offered) form.setValue('dataScope', offered, { shouldValidate: true })
  }

  const save = async (
    { account, orgUnitId, roleCodes, dataScope, scopeUnitIds, ...values }: UserValues,
    rowVersion = 0,
  ) => {
    if (!isDataScope(dataScope)) return
    const sent = {
      ...values,
      orgUnitId: Number(orgUnitId),
      roleCodes: [...roleCodes],
      dataScope,
      scopeUnitIds: dataScope === 'custom' ? [...scopeUnitIds] : [],
    }
    if (row) {
      const { effect } = await call(staff.saveUser, { ...sent, id: row.id, rowVersion })
      toast.success(t(effect === 'none' ? 'staff.saved' : `staff.effect.${effect}`))
      onEnd()
      return
    }
    const { password, until, effect } = await call(staff.createUser, { ...sent, account })
    const done = t(effect === 'none' ? 'staff.created' : `staff.effect.${effect}`)
    onEnd({ name: values.name, account, password, until, done })
  }

  const comparedValue = (path: string, value: unknown) => {
    if (path === 'orgUnitId') return units.find(({ id }) => String(id) === String(value))?.name
    if (path === 'dataScope') return t(`staff.scope.${value}` as MessageKey)
    if (path === 'scopeUnitIds' && Array.isArray(value))
      return value
        .map((id) => unitsOf(choices, row).find((unit) => unit.id === id)?.name ?? id)
        .join(t('ui.separator'))
    if (path !== 'roleCodes' || !Array.isArray(value)) return undefined
    return value.map((code) => roles.find((role) => role.code === code)?.name ?? code).join(t('ui.separator'))
  }

  const rolesHelp = isOwn
    ? 'staff.refusal.ownRights'
    : row?.checking
      ? 'staff.refusal.userWaits'
      : 'staff.rolesHint'
  return (
    <FormDialog
      title={t(row ? 'staff.editUser' : 'staff.newUser')}
      ok={t('staff.save')}
      width={760}
      form={form}
      row={row}
      lead={!locked && <RightsNote check={check} />}
      onSubmit={save}
      onClose={() => onEnd()}
      fieldLabel={(path) => (labels[path] ? t(labels[path]) : path)}
      comparedValue={comparedValue}
    >
      <FieldGrid>
        <F.Text
          name="account"
          label={t('staff.account')}
          help={row ? undefined : t('staff.accountHint')}
          maxLength={32}
          clean={(text) => text.toLowerCase()}
          readOnly={row !== null}
          required
        />
        <F.Text name="name" label={t('staff.name')} maxLength={50} clean={cleanName} required />
        <F.Text
          name="mobile"
          label={t('staff.mobile')}
          inputMode="tel"
          clean={cleanMobile}
          help={row?.mobile ? t('staff.mobileHint', { mobile: row.mobile }) : undefined}
          required={row === null}
        />
        <F.Select
          name="orgUnitId"
          label={t('staff.orgUnit')}
          options={unitOptions}
          readOnly={locked}
          span={2}
          required
        />
        <F.Select
          name="dataScope"
          label={t('staff.dataScope')}
          options={scopeOptions}
          help={t('staff.scopeHint')}
          readOnly={locked}
          required
        />
        {form.watch('dataScope') === 'custom' && (
          <UnitsField
            name="scopeUnitIds"
            label={t('staff.scopeUnits')}
            units={unitsOf(choices, row)}
            help={t('staff.scopeUnitsHint')}
            readOnly={locked}
            required
          />
        )}
        <RolesField
          name="roleCodes"
          label={t('staff.roles')}
          roles={roles}
          help={t(rolesHelp)}
          readOnly={locked}
          onChoose={offerScope}
          required
        />
      </FieldGrid>
    </FormDialog>
  )
}
