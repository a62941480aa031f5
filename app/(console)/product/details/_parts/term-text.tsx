'use client'
import { DictionaryText } from '@/components/form/field-value'
import { showPercent } from '@/components/ui/number-text'
import { MoneyText } from '@/components/ui/texts'
import type { Difference } from '@/lib/domains/products/rules/product-versions'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { Choices } from './product-fields'

const dictionaries: Readonly<Record<string, string>> = {
  bizMode: 'biz_mode',
  repayMethod: 'repay_method',
  paymentTiming: 'payment_timing',
  dayCount: 'day_count',
  instRounding: 'inst_rounding',
}
const money = new Set(['minAmount', 'maxAmount', 'subsidyAmount', 'prepayMin'])
const rates = new Set(
  [
    'rates',
    'earlyTiers',
    'ltvCap',
    'totalCap',
    'downRatioMin',
    'depositRatioMin',
    'depositRatio',
    'balloonRatioMax',
  ].concat(['aprCap', 'funderShare', 'funderRate', 'subsidyRate', 'directCostRatio']),
)
const words: Readonly<Record<string, string>> = {
  depositUse: 'product.depositUses',
  subsidyMode: 'product.subsidyModes',
  allocOrder: 'product.allocations',
  flow: 'product.flows',
  earlyInterest: 'product.earlyInterests',
  prepayWays: 'product.prepayWay',
}

/** A term of a product as it is read. */
export function TermText({
  field: path,
  value,
  choices,
}: {
  field: string
  value: Difference['before']
  choices: Choices
}) {
  const t = useT()
  const [field = ''] = path.split('.')
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return t('product.none')
  if (typeof value === 'boolean') return t(value ? 'product.yes' : 'product.no')
  if (field === 'fees' && typeof value !== 'string') return <FeeTerms terms={value} />
  const one = (code: string) => {
    if (words[field]) return t(`${words[field]}.${code}` as MessageKey)
    if (field === 'capitalIds') return choices.capitals.find(({ id }) => String(id) === code)?.name ?? code
    if (field === 'templateCode') return choices.templates.find((each) => each.code === code)?.name ?? code
    return code
  }
  if (typeof value !== 'string') {
    if (field !== 'vehicleKinds')
      return value.map(one).join(field === 'allocOrder' ? ' → ' : t('ui.separator'))
    return value.map((kind, at) => (
      <span key={kind}>
        {at > 0 && t('ui.separator')}
        <DictionaryText type="vehicle_kind" code={kind} />
      </span>
    ))
  }
  if (dictionaries[field]) return <DictionaryText type={dictionaries[field]} code={value} />
  if (money.has(field)) return <MoneyText value={value} />
  return rates.has(field) ? showPercent(value) : one(value)
}

/** Everything that a product says of a fee itself: rate or amount, and how it is charged. */
function FeeTerms({ terms: [rate = '', amount = '', mode = ''] }: { terms: readonly string[] }) {
  const t = useT()
  return (
    <>
      {amount !== '' ? (
        <MoneyText value={amount} />
      ) : rate !== '' ? (
        showPercent(rate)
      ) : (
        t('product.feeStandard')
      )}
      {mode !== '' && (
        <>
          {' · '}
          <DictionaryText type="charge_mode" code={mode} />
        </>
      )}
    </>
  )
}
