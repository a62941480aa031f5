'use client'
import { useEffect, useState } from 'react'
import { CodesField } from '@/components/form/codes-field'
import { FieldGrid } from '@/components/form/field-grid'
import { fieldsFor } from '@/components/form/fields-for'
import { Form } from '@/components/form/form'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { useSubmission } from '@/components/form/use-submission'
import { ActionButton } from '@/components/ui/action-button'
import { Section } from '@/components/ui/section'
import { useTab } from '@/components/ui/tab-port'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { codeOptions, dictionaryOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { payWays, sealKeepers, tenantLimits } from '@/lib/domains/identity/rules/tenant-settings'
import { type TenantSettings, tenants } from '@/lib/domains/tenants/contract'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import styles from '../tenant.module.css'
import { ColorField } from './color-field'
import { type Deployed, inputOf, type TenantValues, tenantFindings, valuesOf } from './tenant-values'

const F = fieldsFor<TenantValues>()
const modeOptions = dictionaryOptions('biz_mode')
const payOptions = codeOptions('tenants.payWays', payWays)
const sealOptions = codeOptions('tenants.sealKeepers', sealKeepers)
/** Four fields stand in one row or in two, none of them alone. */
const looks = { wide: 3, middle: 6, narrow: 6 } as const

/** Texts, colour and limits of the tenant. An empty field is as deployed. */
export function SettingsForm({ settings, deployed }: { settings: TenantSettings; deployed: Deployed }) {
  const t = useT()
  const maySave = useHasPermission('sys:tenant:save')
  const { setDirty } = useTab()
  const [merged, setMerged] = useState(0)
  const form = useCheckedForm<TenantValues>(valuesOf(settings), (values) => tenantFindings(values, t))
  const submission = useSubmission(form, setMerged)
  const { isDirty } = form.formState
  useEffect(() => setDirty(isDirty), [setDirty, isDirty])
  // Everything that somebody else saved meanwhile shows, unless something is being typed here.
  useEffect(() => {
    if (!isDirty) form.reset(valuesOf(settings))
  }, [settings, isDirty, form])

  async function save(values: TenantValues) {
    // A picture of one's own changes the version too; the newest that this page has seen counts.
    await call(tenants.save, inputOf(values, Math.max(merged, settings.rowVersion)))
    form.reset(values)
    toast.success(t('tenants.saved'))
  }
  const deployedAs = (value: string | number) => t('tenants.asDeployed', { value })
  const service = (value: string) => t('tenants.serviceLimit', { value })
  const labels: Record<string, string> = {
    name: t('tenants.name'),
    title: t('tenants.title'),
    themeColor: t('tenants.themeColor'),
    watermark: t('tenants.watermark'),
    idleLockMinutes: t('tenants.idleLock'),
    sessionIdleMinutes: t('tenants.sessionIdle'),
    sessionHours: t('tenants.sessionHours'),
    collectOpen: t('tenants.collectOpen'),
    bizModes: t('tenants.bizModes'),
    sealBy: t('tenants.sealBy'),
    payBy: t('tenants.payBy'),
    releaseCutoff: t('tenants.releaseCutoff'),
  }
  const { idleLock, sessionIdle, sessionHours } = tenantLimits
  const readOnly = !maySave
  return (
    <Form
      form={form}
      submission={submission}
      onSubmit={save}
      className={styles.form}
      fieldLabel={(path) => labels[path] ?? path}
    >
      <Section title={t('tenants.looks')}>
        <FieldGrid>
          <F.Text
            name="name"
            span={looks}
            label={t('tenants.name')}
            required
            readOnly={readOnly}
            maxLength={tenantLimits.name}
          />
          <F.Text
            name="title"
            span={looks}
            label={t('tenants.title')}
            help={deployedAs(deployed.title)}
            readOnly={readOnly}
            maxLength={tenantLimits.title}
          />
          <ColorField
            name="themeColor"
            span={looks}
            label={t('tenants.themeColor')}
            deployed={deployed.themeColor}
            readOnly={readOnly}
          />
          <F.Text
            name="watermark"
            span={looks}
            label={t('tenants.watermark')}
            help={t('tenants.watermarkHint')}
            readOnly={readOnly}
            maxLength={tenantLimits.watermark}
          />
        </FieldGrid>
      </Section>
      <Section title={t('tenants.limits')}>
        <FieldGrid>
          <F.Digits
            name="idleLockMinutes"
            label={t('tenants.idleLock')}
            unit={t('tenants.minutes')}
            help={t('tenants.idleLockHint', { asDeployed: deployedAs(deployed.idleLockMinutes) })}
            readOnly={readOnly}
            maxLength={String(idleLock.to).length}
          />
          <F.Digits
            name="sessionIdleMinutes"
            label={t('tenants.sessionIdle')}
            unit={t('tenants.minutes')}
            help={service(`${sessionIdle.to} ${t('tenants.minutes')}`)}
            readOnly={readOnly}
            maxLength={String(sessionIdle.to).length}
          />
          <F.Digits
            name="sessionHours"
            label={t('tenants.sessionHours')}
            unit={t('tenants.hours')}
            help={service(`${sessionHours.to} ${t('tenants.hours')}`)}
            readOnly={readOnly}
            maxLength={String(sessionHours.to).length}
          />
        </FieldGrid>
      </Section>
      <Section title={t('tenants.business')}>
        <FieldGrid>
          <CodesField
            name="bizModes"
            label={t('tenants.bizModes')}
            options={modeOptions}
            help={t('tenants.bizModesHint')}
            readOnly={readOnly}
          />
        </FieldGrid>
      </Section>
      <Section title={t('tenants.channels')}>
        <F.Checkbox
          name="collectOpen"
          label={t('tenants.collectOpen')}
          text={t('tenants.collectOpenHint')}
          help={<code>{href('collectUserInformation')}</code>}
          readOnly={readOnly}
        />
      </Section>
      <Section title={t('tenants.seal')}>
        <F.Select
          name="sealBy"
          label={t('tenants.sealBy')}
          options={sealOptions}
          help={t('tenants.sealHint')}
          readOnly={readOnly}
          required
        />
      </Section>
      <Section title={t('tenants.releases')}>
        <FieldGrid>
          <F.Select
            name="payBy"
            label={t('tenants.payBy')}
            options={payOptions}
            help={t('tenants.payByHint')}
            readOnly={readOnly}
            required
          />
          <F.Text
            name="releaseCutoff"
            label={t('tenants.releaseCutoff')}
            help={t('tenants.cutoffHint')}
            readOnly={readOnly}
            maxLength={5}
          />
        </FieldGrid>
      </Section>
      {maySave && (
        <div className={styles.verbs}>
          <ActionButton type="submit" variant="primary" busy={submission.busy}>
            {t('tenants.save')}
          </ActionButton>
        </div>
      )}
    </Form>
  )
}
