'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { FieldGrid } from '@/components/form/field-grid'
import { fieldsFor } from '@/components/form/fields-for'
import cards from '@/components/ui/card-table.module.css'
import { Notice } from '@/components/ui/notice'
import { callOptions, listOptions } from '@/lib/client/options'
import { q } from '@/lib/client/query'
import type { Quote } from '@/lib/domains/orders/rules/quote'
import { products } from '@/lib/domains/products/contract'
import type { FeeConstant, ProductValues } from '@/lib/domains/products/rules/product'
import { offerQuote } from '@/lib/domains/products/rules/product-offer'
import { useT } from '@/lib/i18n/use-t'
import { compareMoney, r2, times } from '@/lib/rules/money'
import { formatMoney, formatPercent } from '@/lib/rules/money-text'
import styles from './trial.module.css'

type Typed = { productId: string; term: string; carPrice: string }
const F = fieldsFor<Typed>()
const productOptions = callOptions(products.list, { state: 'offered', length: 100 }, ({ data }) =>
  data.map(({ id, name }) => ({ value: String(id), label: name })),
)

/** An order of a product is quoted with a fee as it is, and with this version of it. */
export function FeeTrial({ fee }: { fee: FeeConstant }) {
  const t = useT()
  const form = useForm<Typed>({ defaultValues: { productId: '', term: '', carPrice: '120000.00' } })
  const { productId, term, carPrice } = useWatch({ control: form.control }) as Typed
  const { data: choices } = useQuery(q(products.choices, {}))
  const product = useOffered(productId)
  const terms = product?.values.rates.map((rate) => rate.term) ?? []
  const chosen = terms.includes(term) ? term : (terms.at(-1) ?? '')
  useEffect(() => {
    if (chosen !== '' && chosen !== term) form.setValue('term', chosen)
  }, [chosen, term, form])
  return (
    <fieldset className={styles.trial}>
      <legend>{t('product.fee.try')}</legend>
      <p>{t('product.fee.tryNote')}</p>
      <FormProvider {...form}>
        <FieldGrid>
          <F.Select name="productId" label={t('product.fee.tryProduct')} options={productOptions} />
          <F.Select
            name="term"
            label={t('product.fee.tryTerm')}
            options={listOptions(terms.map((one) => ({ value: one, label: one })))}
          />
          <F.Money name="carPrice" label={t('product.fee.tryPrice')} />
        </FieldGrid>
      </FormProvider>
      {choices && product && (
        <Compared
          fee={fee}
          values={product.values}
          constants={choices.fees}
          example={{ carPrice, term: chosen, valueDate: choices.today }}
        />
      )}
    </fieldset>
  )
}

/** The version of a product that is on offer: its newest one may be a draft, or still to come. */
function useOffered(productId: string) {
  const newest = useQuery({ ...q(products.get, { id: Number(productId) }), enabled: productId !== '' })
  const offeredId = newest.data?.versions.find(({ state }) => state === 'offered')?.id ?? 0
  const offered = useQuery({ ...q(products.get, { id: offeredId }), enabled: offeredId !== 0 })
  return productId === '' ? undefined : offered.data
}

function Compared({
  fee,
  values,
  constants,
  example,
}: {
  fee: FeeConstant
  values: ProductValues
  constants: readonly FeeConstant[]
  example: { carPrice: string; term: string; valueDate: string }
}) {
  const t = useT()
  if (!values.fees.some(({ code }) => code === fee.code))
    return <Notice tone="waiting">{t('product.fee.tryUncharged')}</Notice>
  const asked = {
    ...example,
    downRatio: values.downRatioMin,
    balloonAmount: balloonOf(values, example.carPrice),
  }
  const before = offerQuote(values, constants, asked)
  const others = constants.filter(({ code }) => code !== fee.code)
  const after = offerQuote(values, [...others, fee], asked)
  if (!after.ok) return <Notice tone="returned">{t('product.fee.tryNoQuote')}</Notice>
  const was = before.ok ? figuresOf(before.quote, fee.code) : undefined
  const now = figuresOf(after.quote, fee.code)
  const { aprSimple } = after.quote
  const heads = [t('product.fee.tryItem'), t('product.fee.tryBefore'), t('product.fee.tryAfter')]
  return (
    <>
      {aprSimple !== null && compareMoney(aprSimple, values.aprCap) > 0 && (
        <Notice tone="returned">
          {t('product.fee.tryOver', { apr: formatPercent(aprSimple), cap: formatPercent(values.aprCap) })}
        </Notice>
      )}
      <table className={cards.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(Object.keys(now) as (keyof typeof now)[]).map((figure) => (
            <tr key={figure}>
              <td data-label={heads[0]}>{t(`product.fee.tryFigures.${figure}`)}</td>
              <td data-label={heads[1]}>{was?.[figure] ?? '–'}</td>
              <td data-label={heads[2]}>
                {was?.[figure] === now[figure] ? t('product.fee.trySame') : now[figure]}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const figuresOf = (quote: Quote, code: string) => ({
  fee: formatMoney(quote.fees.find((one) => one.code === code)?.amount ?? '0.00'),
  feeTotal: formatMoney(quote.feeTotal),
  financeAmount: formatMoney(quote.financeAmount),
  firstDueAmount: formatMoney(quote.firstDueAmount),
  monthlyPayment: formatMoney(quote.monthlyPayment),
  aprSimple: quote.aprSimple === null ? '–' : formatPercent(quote.aprSimple),
})

/** The highest balloon that the product allows. */
function balloonOf({ balloonRatioMax }: ProductValues, carPrice: string): string | undefined {
  try {
    return r2(times(carPrice, balloonRatioMax))
  } catch {
    return undefined
  }
}
