'use client'
import { CitiesField } from '@/components/form/cities-field'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { codeOptions } from '@/lib/client/options'
import { type FunderRow, funders } from '@/lib/domains/funders/contract'
import {
  coopModes,
  factFindings,
  funderCode,
  funderKinds,
  funderLimits,
  termFindings,
} from '@/lib/domains/funders/rules/funder'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { InputOf } from '@/lib/platform/contract/endpoint'

/** 新增, 编辑 of what gates no money, 调整条款. */
export type FunderForm = { of: 'all' } | { of: 'facts' | 'terms'; row: FunderRow }

type Sent = InputOf<typeof funders.add>
type Values = {
  code: string
  kind: Sent['kind']
  name: string
  ageRange: string
  cutoffTime: string
  settleDay: string
  compensateDays: string
  cities: string[]
  coopMode: Sent['coopMode']
  shareRatio: string
  costRate: string
  creditLimit: string
  dailyLimit: string
  aprCap: string
  guaranteeRatio: string
  reason: string
}
const F = fieldsFor<Values>()
const kindOptions = codeOptions('funders.kinds', funderKinds)
const modeOptions = codeOptions('funders.coopModes', coopModes)

function valuesOf(row: FunderRow | undefined): Values {
  const text = (value: string | number | null | undefined) => String(value ?? '')
  return {
    code: row?.code ?? '',
    kind: (row?.kind as Values['kind'] | undefined) ?? funderKinds[0],
    name: row?.name ?? '',
    ageRange: text(row?.ageRange),
    cutoffTime: text(row?.cutoffTime),
    settleDay: text(row?.settleDay),
    compensateDays: text(row?.compensateDays),
    cities: [...(row?.cities ?? [])],
    coopMode: (row?.coopMode as Values['coopMode'] | undefined) ?? coopModes[1],
    shareRatio: text(row?.shareRatio),
    costRate: text(row?.costRate),
    creditLimit: text(row?.creditLimit),
    dailyLimit: text(row?.dailyLimit),
    aprCap: text(row?.aprCap),
    guaranteeRatio: text(row?.guaranteeRatio),
    reason: '',
  }
}

const findings = (of: FunderForm['of']) => (values: Values) => ({
  ...(of === 'all' && !funderCode.test(values.code) && { code: 'funders.badCode' }),
  ...(of !== 'terms' && factFindings(values)),
  ...(of !== 'facts' && termFindings(values, values.kind)),
  ...(of !== 'facts' && values.reason.trim() === '' && { reason: 'rules.required' }),
})

export default function FunderDialog({ form: asked, onClose }: { form: FunderForm; onClose: () => void }) {
  const t = useT()
  const row = asked.of === 'all' ? undefined : asked.row
  const form = useCheckedForm<Values>(valuesOf(row), findings(asked.of))
  const save = async (values: Values, version: number | undefined) => {
    const { code, kind, reason, coopMode, ...others } = values
    const { name, ageRange, cutoffTime, settleDay, compensateDays, cities, ...amounts } = others
    const facts = { name, ageRange, cutoffTime, settleDay, compensateDays, cities }
    const terms = { ...amounts, coopMode, reason }
    if (!row) await call(funders.add, { code, kind, ...facts, ...terms })
    else {
      const on = { id: row.id, rowVersion: version ?? row.rowVersion }
      if (asked.of === 'facts') await call(funders.save, { ...on, ...facts })
      else await call(funders.changeTerms, { ...on, ...terms })
    }
    const done = { all: 'funders.added', facts: 'funders.saved', terms: 'funders.proposed' } as const
    toast.success(t(done[asked.of], { name }))
    onClose()
  }
  const words = {
    all: { title: t('funders.add'), lead: t('funders.addLead') },
    facts: { title: t('funders.editTitle', { name: row?.name ?? '' }), lead: undefined },
    terms: { title: t('funders.termsTitle', { name: row?.name ?? '' }), lead: t('funders.termsLead') },
  }[asked.of]
  return (
    <FormDialog
      title={words.title}
      lead={words.lead && <p>{words.lead}</p>}
      form={form}
      row={row}
      onSubmit={save}
      onClose={onClose}
      width={760}
      fieldLabel={(path) => t(`funders.${path}` as MessageKey)}
    >
      {asked.of === 'all' && (
        <>
          <F.Text
            name="code"
            label={t('funders.code')}
            clean={(text) => text.trim().toUpperCase()}
            maxLength={20}
            required
          />
          <F.Select name="kind" label={t('funders.kind')} options={kindOptions} required />
        </>
      )}
      {asked.of !== 'terms' && <FactFields />}
      {asked.of !== 'facts' && <TermFields />}
    </FormDialog>
  )
}

function FactFields() {
  const t = useT()
  return (
    <>
      <F.Text name="name" label={t('funders.name')} maxLength={funderLimits.name} required />
      <F.Text name="ageRange" label={t('funders.ageRange')} help={t('funders.ageHint')} maxLength={5} />
      <F.Text
        name="cutoffTime"
        label={t('funders.cutoffTime')}
        help={t('funders.cutoffHint')}
        maxLength={5}
      />
      <F.Digits name="settleDay" label={t('funders.settleDay')} maxLength={2} />
      <F.Digits name="compensateDays" label={t('funders.compensateDays')} maxLength={3} />
      <CitiesField name="cities" label={t('funders.cities')} help={t('funders.cityHint')} />
    </>
  )
}

function TermFields() {
  const t = useT()
  return (
    <>
      <F.Select name="coopMode" label={t('funders.coopMode')} options={modeOptions} required />
      <F.Rate name="shareRatio" label={t('funders.shareRatio')} help={t('funders.shareHint')} />
      <F.Rate name="costRate" label={t('funders.costRate')} />
      <F.Money name="creditLimit" label={t('funders.creditLimit')} help={t('funders.limitHint')} />
      <F.Money name="dailyLimit" label={t('funders.dailyLimit')} help={t('funders.limitHint')} />
      <F.Rate name="aprCap" label={t('funders.aprCap')} help={t('funders.aprHint')} />
      <F.Rate name="guaranteeRatio" label={t('funders.guaranteeRatio')} />
      <F.TextArea
        name="reason"
        label={t('funders.reason')}
        maxLength={funderLimits.reason}
        span={3}
        required
      />
    </>
  )
}
