'use client'
import { useMemo } from 'react'
import { FieldGrid } from '@/components/form/field-grid'
import { Section } from '@/components/ui/section'
import { codeOptions, dictionaryOptions, listOptions, useOptions } from '@/lib/client/options'
import { FLOWS } from '@/lib/domains/orders/rules/order-machine'
import { absentFields, type ProductValues, SUBSIDY_MODES } from '@/lib/domains/products/rules/product'
import { EARLY_INTERESTS } from '@/lib/domains/products/rules/product-endings'
import { useT } from '@/lib/i18n/use-t'
import { DEPOSIT_USES } from '@/lib/rules/cash-flows'
import { AllocationField, FundersField, PrepayWaysField, VehicleKindsField } from './list-fields'
import { type Choices, F } from './product-fields'
import { EarlyTierRows, FeeRows, RateRows } from './product-rows'

const dict = {
  bizMode: dictionaryOptions('biz_mode'),
  repayMethod: dictionaryOptions('repay_method'),
  paymentTiming: dictionaryOptions('payment_timing'),
  dayCount: dictionaryOptions('day_count'),
  instRounding: dictionaryOptions('inst_rounding'),
}
/** The part of its row that one short field leaves. */
const rest = { wide: 9, middle: 8, narrow: 12 }
const depositUses = codeOptions('product.depositUses', DEPOSIT_USES)
const earlyInterests = codeOptions('product.earlyInterests', EARLY_INTERESTS)
const subsidyModes = codeOptions('product.subsidyModes', SUBSIDY_MODES)

/** The terms of a product; a field that such a product does not have is not there. */
export function ProductSections({
  values,
  choices,
  readOnly,
  isNew,
}: {
  values: ProductValues
  choices: Choices
  readOnly: boolean
  /** Nothing of the product is published: it may still be called otherwise. */
  isNew: boolean
}) {
  const t = useT()
  const absent = absentFields(values)
  const has = (field: keyof ProductValues) => !absent.has(field)
  const modes = useOptions(dict.bizMode)
  const bizModes = useMemo(
    () => listOptions(modes.filter(({ value }) => choices.bizModes.includes(value))),
    [modes, choices],
  )
  const templates = useMemo(
    () => listOptions(choices.templates.map(({ code, name }) => ({ value: code, label: name }))),
    [choices],
  )
  const own = choices.templates.find(({ code }) => code === values.templateCode)?.flow ?? 'std'
  const flows = listOptions([
    { value: '', label: t('product.flowOfTemplate', { flow: t(`product.flows.${own as 'std'}`) }) },
    ...FLOWS.map((flow) => ({ value: flow, label: t(`product.flows.${flow}`) })),
  ])
  const common = (field: keyof ProductValues & string) => ({
    name: field,
    label: t(`product.${field as 'code'}`),
    readOnly,
  })
  return (
    <>
      <Section title={t('product.sections.basics')}>
        <FieldGrid>
          <F.Text
            {...common('code')}
            name="code"
            help={isNew && !readOnly ? t('product.codeHint') : undefined}
            clean={(text) => text.trim().toUpperCase()}
            readOnly={readOnly || !isNew}
            required
          />
          <F.Text {...common('name')} name="name" maxLength={40} required />
          <F.Select {...common('bizMode')} name="bizMode" options={bizModes} required />
          <F.Select {...common('templateCode')} name="templateCode" options={templates} required />
          <VehicleKindsField {...common('vehicleKinds')} />
          <F.Radio {...common('flow')} name="flow" options={flows} span={rest} />
        </FieldGrid>
      </Section>
      <Section title={t('product.sections.scheme')}>
        <FieldGrid>
          <F.Select {...common('repayMethod')} name="repayMethod" options={dict.repayMethod} required />
          <F.Select {...common('paymentTiming')} name="paymentTiming" options={dict.paymentTiming} required />
          <F.Select {...common('dayCount')} name="dayCount" options={dict.dayCount} required />
          <F.Select {...common('instRounding')} name="instRounding" options={dict.instRounding} required />
          {has('balloonRatioMax') && (
            <F.Rate
              {...common('balloonRatioMax')}
              name="balloonRatioMax"
              help={t('product.balloonHint')}
              required
            />
          )}
          {has('principalGrace') && (
            <F.Digits
              {...common('principalGrace')}
              name="principalGrace"
              help={t('product.principalGraceHint')}
              maxLength={2}
            />
          )}
          <F.Digits {...common('repayDay')} name="repayDay" help={t('product.repayDayHint')} maxLength={2} />
        </FieldGrid>
      </Section>
      <RateRows isFlat={values.repayMethod === 'flat'} readOnly={readOnly} />
      <Section title={t('product.sections.limits')}>
        <FieldGrid>
          <F.Money {...common('minAmount')} name="minAmount" required />
          <F.Money {...common('maxAmount')} name="maxAmount" required />
          <F.Rate {...common('ltvCap')} name="ltvCap" required />
          <F.Rate {...common('totalCap')} name="totalCap" required />
          <F.Rate {...common('downRatioMin')} name="downRatioMin" required />
          <F.Rate {...common('aprCap')} name="aprCap" required />
          <F.Rate {...common('depositRatioMin')} name="depositRatioMin" required />
          <F.Rate {...common('depositRatio')} name="depositRatio" required />
          <F.Radio {...common('depositUse')} name="depositUse" options={depositUses} span={2} required />
          <F.Checkbox {...common('depositInApr')} name="depositInApr" />
        </FieldGrid>
      </Section>
      <FeeRows fees={choices.fees} readOnly={readOnly} />
      <Section title={t('product.sections.parties')}>
        <FieldGrid>
          <FundersField {...common('capitalIds')} choices={choices.capitals} span={3} />
          {has('funderShare') && (
            <F.Rate
              {...common('funderShare')}
              name="funderShare"
              help={t('product.funderShareHint')}
              required
            />
          )}
          {has('funderRate') && (
            <F.Rate {...common('funderRate')} name="funderRate" help={t('product.funderRateHint')} required />
          )}
          {has('directCostRatio') && (
            <F.Rate
              {...common('directCostRatio')}
              name="directCostRatio"
              help={t('product.directCostHint')}
            />
          )}
          <F.Select {...common('subsidyMode')} name="subsidyMode" options={subsidyModes} required />
          {has('subsidyRate') && <F.Rate {...common('subsidyRate')} name="subsidyRate" required />}
          {has('subsidyAmount') && <F.Money {...common('subsidyAmount')} name="subsidyAmount" required />}
        </FieldGrid>
      </Section>
      <Section title={t('product.sections.afterwards')}>
        <FieldGrid>
          <AllocationField {...common('allocOrder')} span={3} />
          <F.Digits
            {...common('penaltyDaily')}
            name="penaltyDaily"
            help={t('product.penaltyHint')}
            float
            maxLength={8}
            required
          />
          <F.Digits {...common('graceDays')} name="graceDays" maxLength={2} required />
        </FieldGrid>
      </Section>
      <EarlyTierRows readOnly={readOnly} />
      <Section title={t('product.sections.endings')}>
        <FieldGrid>
          <F.Digits
            {...common('earlyMinPeriods')}
            name="earlyMinPeriods"
            help={t('product.earlyMinHint')}
            maxLength={2}
            required
          />
          <F.Radio
            {...common('earlyInterest')}
            name="earlyInterest"
            options={earlyInterests}
            span={2}
            required
          />
          <F.Money {...common('prepayMin')} name="prepayMin" required />
          <F.Digits
            {...common('prepayTimes')}
            name="prepayTimes"
            help={t('product.prepayTimesHint')}
            maxLength={2}
          />
          <PrepayWaysField {...common('prepayWays')} required />
        </FieldGrid>
      </Section>
    </>
  )
}
