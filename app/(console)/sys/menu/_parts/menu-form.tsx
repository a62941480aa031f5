'use client'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { FieldGrid } from '@/components/form/field-grid'
import { fieldsFor } from '@/components/form/fields-for'
import { Form } from '@/components/form/form'
import { type Findings, useCheckedForm } from '@/components/form/use-checked-form'
import { useSubmission } from '@/components/form/use-submission'
import { ActionButton } from '@/components/ui/action-button'
import { Icon } from '@/components/ui/icon'
import { useTab } from '@/components/ui/tab-port'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { listOptions } from '@/lib/client/options'
import { configuration, type MenuEntry } from '@/lib/domains/configuration/contract'
import {
  menuAddress,
  menuNameLength,
  outsideAddress,
  skippedAddress,
} from '@/lib/domains/configuration/rules/menu-entry'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { plainText, required } from '@/lib/rules/fields'
import { screenReferences } from '@/lib/rules/screen-references'
import styles from '../menu.module.css'
import { IconPicker } from './icon-picker'
import { hostAllowed, isMenuPage, warningsOf } from './menu-warnings'
import { type RoleChoice, RolesField } from './roles-field'

export type MenuValues = Omit<MenuEntry, 'id' | 'parentId' | 'rowVersion'>
const F = fieldsFor<MenuValues>()

/** The entry that is edited: an entry, or a new one with the place that it will have. */
export type Edited = { entry: MenuEntry } | { entry?: undefined; parentId: number | null; after?: number }

const blank: MenuValues = {
  name: '',
  url: '',
  icon: '',
  remark: '',
  roles: [],
  keepAlive: true,
  external: false,
  enabled: true,
}
const valuesOf = ({ entry }: Edited): MenuValues => {
  if (!entry) return blank
  const { id: _id, parentId: _parentId, rowVersion: _rowVersion, ...values } = entry
  return values
}

const nameRule = required(plainText(menuNameLength))

function findings(values: MenuValues, others: readonly MenuEntry[], frameHosts: readonly string[]): Findings {
  const url = values.url.trim()
  const isTaken = url !== skippedAddress && others.some((other) => other.url === url)
  const found: Record<string, MessageKey | null> = {
    name: nameRule(values.name),
    url:
      menuAddress(url) ??
      (isTaken ? 'configuration.menuUrlTaken' : null) ??
      (hostAllowed(url, frameHosts) ? null : 'configuration.warnHost'),
  }
  return Object.fromEntries(Object.entries(found).flatMap(([path, key]) => (key ? [[path, key]] : [])))
}

/**
 * The form of one entry. Mount it anew for another one.
 *
 * @param frameHosts hosts whose pages the tenant's console may show
 * @param onSaved hears the id of what was saved
 */
export function MenuForm({
  edited,
  entries,
  roles,
  frameHosts,
  onDirty,
  onSaved,
  onCancel,
}: {
  edited: Edited
  entries: readonly MenuEntry[]
  roles: readonly RoleChoice[]
  frameHosts: readonly string[]
  onDirty: (dirty: boolean) => void
  onSaved: (id: number) => void
  /** Of a new entry alone. */
  onCancel?: (() => void) | undefined
}) {
  const t = useT()
  const { setDirty } = useTab()
  const { entry } = edited
  const [version, setVersion] = useState(entry?.rowVersion ?? 0)
  const others = entries.filter(({ id }) => id !== entry?.id)
  const form = useCheckedForm<MenuValues>(valuesOf(edited), (values) => findings(values, others, frameHosts))
  const submission = useSubmission(form, setVersion)
  const { isDirty } = form.formState
  const typed = useWatch({ control: form.control })
  const values = { ...valuesOf(edited), ...typed } as MenuValues

  useEffect(() => {
    setDirty(isDirty)
    onDirty(isDirty)
  }, [setDirty, onDirty, isDirty])

  // Moved, or saved by somebody else: what nobody has touched here follows.
  const { reset } = form
  useEffect(() => {
    if (!entry || isDirty || entry.rowVersion <= version) return
    setVersion(entry.rowVersion)
    reset(valuesOf({ entry }))
  }, [entry, isDirty, version, reset])

  async function save(sent: MenuValues) {
    const place = entry
      ? { id: entry.id, rowVersion: version }
      : { parentId: edited.parentId ?? undefined, after: edited.after }
    const answer = await call(configuration.saveMenu, { ...sent, ...place })
    setVersion(answer.rowVersion)
    form.reset(sent)
    toast.success(t('configuration.saved'))
    onSaved(answer.id)
  }

  const url = values.url.trim()
  const isOutside = outsideAddress(url) !== null
  const warnings = url
    ? warningsOf(
        { ...values, url },
        {
          above: aboveOf(entries, edited),
          hasChildren: entries.some(({ parentId }) => parentId === entry?.id),
        },
      )
    : []
  return (
    <Form
      form={form}
      submission={submission}
      onSubmit={save}
      fieldLabel={(path) => t(`configuration.${path}` as MessageKey)}
    >
      <FieldGrid>
        <F.Text name="name" label={t('configuration.name')} maxLength={menuNameLength} required />
        <F.Text
          name="url"
          label={t('configuration.url')}
          help={t('configuration.urlHelp')}
          span={3}
          required
        />
        {!isOutside && (
          <F.Select
            name="remark"
            label={t('configuration.remark')}
            help={t('configuration.remarkHelp')}
            options={componentOptions(entry?.remark ?? '')}
          />
        )}
        <IconPicker name="icon" label={t('configuration.icon')} />
        <RolesField
          name="roles"
          label={t('configuration.roles')}
          help={t('configuration.rolesHelp')}
          roles={roles}
        />
        <F.Checkbox name="enabled" label={t('configuration.state')} text={t('configuration.enabled')} />
        {isMenuPage(url) && (
          <F.Checkbox name="keepAlive" label={t('configuration.page')} text={t('configuration.keepAlive')} />
        )}
        {isOutside && (
          <F.Checkbox name="external" label={t('configuration.opening')} text={t('configuration.external')} />
        )}
      </FieldGrid>
      {warnings.length > 0 && (
        <ul className={styles.warnings} aria-label={t('configuration.warnings')}>
          {warnings.map(({ key, params }) => (
            <li key={key}>
              <Icon name="warning" size={14} />
              {t(key, params && rolesNamed(params, roles, t('ui.separator')))}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.verbs}>
        {onCancel && <ActionButton onClick={onCancel}>{t('configuration.cancel')}</ActionButton>}
        <ActionButton type="submit" variant="primary" busy={submission.busy}>
          {t('configuration.save')}
        </ActionButton>
      </div>
    </Form>
  )
}

/** The registered components, and the one that the entry has. */
function componentOptions(own: string) {
  const known: readonly string[] = screenReferences
  const all = own && !known.includes(own) ? [own, ...known] : known
  return listOptions(all.map((value) => ({ value, label: value })))
}

/** The entries above, the nearest first. */
function aboveOf(entries: readonly MenuEntry[], edited: Edited): MenuEntry[] {
  const parentId = edited.entry ? edited.entry.parentId : edited.parentId
  const parent = entries.find(({ id }) => id === parentId)
  return parent ? [parent, ...aboveOf(entries, { entry: parent })] : []
}

/** Role codes among the values of a sentence, as people call them. */
const rolesNamed = (
  params: Readonly<Record<string, string | number>>,
  roles: readonly RoleChoice[],
  separator: string,
) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      name === 'roles'
        ? String(value)
            .split(',')
            .map((code) => roles.find((role) => role.code === code)?.name ?? code)
            .join(separator)
        : value,
    ]),
  )
