'use client'
import { useQuery } from '@tanstack/react-query'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { ReadingDialog } from '@/components/form/reading-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { codeOptions, dictionaryOptions } from '@/lib/client/options'
import { q } from '@/lib/client/query'
import { useServiceDay } from '@/lib/client/service-day'
import { type EnterpriseDetail, type EnterpriseRow, enterprises } from '@/lib/domains/enterprises/contract'
import {
  addedKinds,
  type EnterpriseValues,
  enterpriseFindings,
  enterpriseLimits,
} from '@/lib/domains/enterprises/rules/enterprise'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { usccWarning } from '@/lib/rules/uscc'

type Values = EnterpriseValues & { kind: EnterpriseRow['kind'] }
const F = fieldsFor<Values>()
const kindOptions = codeOptions('enterprises.kinds', addedKinds)
const insurerOptions = dictionaryOptions('insurer')

/** 新增, or 编辑 of one as it stands now. */
export default function EnterpriseDialog({
  of,
  onClose,
}: {
  of: EnterpriseRow | undefined
  onClose: () => void
}) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    ...q(enterprises.get, { id: of?.id ?? 0 }),
    enabled: of !== undefined,
  })
  if (!of) return <Dialog row={undefined} onClose={onClose} />
  if (data) return <Dialog row={data} onClose={onClose} />
  const title = t('enterprises.editTitle', { name: of.name })
  return <ReadingDialog title={title} error={error} onRetry={refetch} onClose={onClose} width={760} />
}

function valuesOf(row: EnterpriseDetail | undefined): Values {
  const text = (value: string | number | null | undefined) => String(value ?? '')
  return {
    kind: row?.kind ?? 'partner',
    name: row?.name ?? '',
    uscc: row?.uscc ?? '',
    insurer: row?.insurer ?? '',
    legalName: row?.legalName ?? '',
    // A masked value is not typed over: empty, it stays.
    legalIdNo: '',
    legalMobile: '',
    regCapital: text(row?.regCapital),
    establishedOn: text(row?.establishedOn),
    licenceValidTo: text(row?.licenceValidTo),
    region: [...(row?.region ?? [])],
    address: row?.address ?? '',
    businessScope: row?.businessScope ?? '',
    contactName: row?.contactName ?? '',
    contactMobile: '',
    employees: text(row?.employees),
    annualRevenue: text(row?.annualRevenue),
  }
}

function Dialog({ row, onClose }: { row: EnterpriseDetail | undefined; onClose: () => void }) {
  const t = useT()
  const today = useServiceDay()
  const isCustomer = row?.isCustomer ?? false
  const form = useCheckedForm<Values>(valuesOf(row), (values) =>
    enterpriseFindings(values, { isCustomer, today }),
  )
  const kind = form.watch('kind')
  const warning = usccWarning(form.watch('uscc'))
  const save = async ({ kind, establishedOn, licenceValidTo, ...others }: Values, version?: number) => {
    const values = {
      ...others,
      establishedOn: establishedOn || undefined,
      licenceValidTo: licenceValidTo || undefined,
    }
    if (row)
      await call(enterprises.save, { id: row.id, rowVersion: version ?? row.rowVersion, kind, ...values })
    else if (kind !== 'lessee') await call(enterprises.add, { kind, ...values })
    toast.success(t(row ? 'enterprises.saved' : 'enterprises.added', { name: values.name }))
    onClose()
  }
  const kept = (value: string | undefined) => (value ? t('enterprises.keptHint', { value }) : undefined)
  return (
    <FormDialog
      title={row ? t('enterprises.editTitle', { name: row.name }) : t('enterprises.add')}
      lead={<Lead isCustomer={isCustomer} isNew={!row} />}
      form={form}
      row={row}
      onSubmit={save}
      onClose={onClose}
      width={760}
      fieldLabel={(path) => t(`enterprises.${path}` as MessageKey)}
    >
      {!isCustomer && (
        <>
          <F.Select name="kind" label={t('enterprises.kind')} options={kindOptions} required />
          <F.Text
            name="name"
            label={t('enterprises.name')}
            maxLength={enterpriseLimits.name}
            span={2}
            required
          />
          <F.Text
            name="uscc"
            label={t('enterprises.uscc')}
            clean={(text) => text.trim().toUpperCase()}
            maxLength={18}
            {...(warning && { warning: t(warning) })}
            span={2}
            required
          />
          {kind === 'insurer' && (
            <F.Select
              name="insurer"
              label={t('enterprises.insurer')}
              help={t('enterprises.insurerHint')}
              options={insurerOptions}
              required
            />
          )}
        </>
      )}
      <F.Text
        name="legalName"
        label={t('enterprises.legalName')}
        maxLength={enterpriseLimits.person}
        required={!isCustomer}
      />
      <F.Text
        name="legalIdNo"
        label={t('enterprises.legalIdNo')}
        help={kept(row?.legalIdNo)}
        maxLength={18}
      />
      <F.Digits
        name="legalMobile"
        label={t('enterprises.legalMobile')}
        help={kept(row?.legalMobile)}
        maxLength={11}
      />
      <F.Text name="contactName" label={t('enterprises.contactName')} maxLength={enterpriseLimits.person} />
      <F.Digits
        name="contactMobile"
        label={t('enterprises.contactMobile')}
        help={kept(row?.contactMobile)}
        maxLength={11}
      />
      <F.Digits name="employees" label={t('enterprises.employees')} maxLength={7} />
      <F.Money name="regCapital" label={t('enterprises.regCapital')} unit={t('form.tenThousandYuan')} />
      <F.Money name="annualRevenue" label={t('enterprises.annualRevenue')} unit={t('form.tenThousandYuan')} />
      <F.Date name="establishedOn" label={t('enterprises.establishedOn')} />
      <F.Date
        name="licenceValidTo"
        label={t('enterprises.licenceValidTo')}
        help={t('enterprises.licenceHint')}
      />
      <F.Region name="region" label={t('enterprises.region')} levels={3} span={2} />
      <F.Text name="address" label={t('enterprises.address')} maxLength={enterpriseLimits.address} span={3} />
      <F.TextArea
        name="businessScope"
        label={t('enterprises.businessScope')}
        maxLength={enterpriseLimits.scope}
        span={3}
      />
    </FormDialog>
  )
}

function Lead({ isCustomer, isNew }: { isCustomer: boolean; isNew: boolean }) {
  const t = useT()
  if (isCustomer) return <p>{t('enterprises.editCustomer')}</p>
  return isNew ? <p>{t('enterprises.addLead')}</p> : null
}
