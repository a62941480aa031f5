'use client'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { FieldGrid } from '@/components/form/field-grid'
import { ActionButton, IconButton } from '@/components/ui/action-button'
import { Section } from '@/components/ui/section'
import { dictionaryOptions, listOptions } from '@/lib/client/options'
import type { FeeConstant, ProductValues } from '@/lib/domains/products/rules/product'
import { useT } from '@/lib/i18n/use-t'
import styles from './product.module.css'
import { F } from './product-fields'

type Form = Omit<ProductValues, 'rates' | 'fees' | 'earlyTiers'> & {
  earlyTiers: { through: string; rate: string }[]
  rates: { term: string; rate: string }[]
  fees: { code: string; rate: string; amount: string; chargeMode: string }[]
}

const modes = dictionaryOptions('charge_mode')

/** 期限与利率: one rate for each term. */
export function RateRows({ isFlat, readOnly }: { isFlat: boolean; readOnly: boolean }) {
  const t = useT()
  const { control, getFieldState, formState } = useFormContext<Form>()
  const { fields, append, remove } = useFieldArray({ control, name: 'rates' })
  const whole = getFieldState('rates', formState).error?.message
  return (
    <Section
      title={t('product.sections.rates')}
      actions={
        !readOnly && (
          <ActionButton size="small" icon="plus" onClick={() => append({ term: '', rate: '' })}>
            {t('product.addTerm')}
          </ActionButton>
        )
      }
    >
      {whole && (
        <p role="alert" className={styles.error} data-field="rates">
          {whole}
        </p>
      )}
      <div className={styles.rates}>
        {fields.map((field, k) => (
          <div key={field.id} className={styles.row}>
            <div className={styles.pair}>
              <div>
                <F.Digits
                  name={`rates.${k}.term`}
                  label={t('product.term')}
                  maxLength={2}
                  readOnly={readOnly}
                  required
                />
              </div>
              <div>
                <F.Rate
                  name={`rates.${k}.rate`}
                  label={t(isFlat ? 'product.flatRate' : 'product.annualRate')}
                  readOnly={readOnly}
                  required
                />
              </div>
            </div>
            {!readOnly && (
              <IconButton
                icon="cross"
                label={t('product.removeTerm', { term: k + 1 })}
                onClick={() => remove(k)}
              />
            )}
          </div>
        ))}
      </div>
    </Section>
  )
}

/** 提前结清违约金: a share of what is still owed, less the longer was paid. */
export function EarlyTierRows({ readOnly }: { readOnly: boolean }) {
  const t = useT()
  const { control } = useFormContext<Form>()
  const { fields, append, remove } = useFieldArray({ control, name: 'earlyTiers' })
  return (
    <Section
      title={t('product.sections.earlyTiers')}
      actions={
        !readOnly && (
          <ActionButton size="small" icon="plus" onClick={() => append({ through: '', rate: '' })}>
            {t('product.addTier')}
          </ActionButton>
        )
      }
    >
      <p className={styles.note}>{t(fields.length === 0 ? 'product.noTiers' : 'product.tiersHint')}</p>
      <div className={styles.rates}>
        {fields.map((field, k) => (
          <div key={field.id} className={styles.row}>
            <div className={styles.pair}>
              <div>
                <F.Digits
                  name={`earlyTiers.${k}.through`}
                  label={t('product.tierThrough')}
                  maxLength={2}
                  readOnly={readOnly}
                  required
                />
              </div>
              <div>
                <F.Rate
                  name={`earlyTiers.${k}.rate`}
                  label={t('product.tierRate')}
                  readOnly={readOnly}
                  required
                />
              </div>
            </div>
            {!readOnly && (
              <IconButton
                icon="cross"
                label={t('product.removeTier', { number: k + 1 })}
                onClick={() => remove(k)}
              />
            )}
          </div>
        ))}
      </div>
    </Section>
  )
}

const quarter = { wide: 3, middle: 6, narrow: 6 }

/** 费用: which fees of the fee table the product charges, and where it differs from the table. */
export function FeeRows({ fees, readOnly }: { fees: readonly FeeConstant[]; readOnly: boolean }) {
  const t = useT()
  const { control } = useFormContext<Form>()
  const { fields, append, remove } = useFieldArray({ control, name: 'fees' })
  const chosen = useWatch({ control, name: 'fees' })
  const options = listOptions(fees.map(({ code, name }) => ({ value: code, label: `${name} ${code}` })))
  const next = fees.find(({ code }) => !chosen.some((row) => row.code === code))
  return (
    <Section
      title={t('product.sections.fees')}
      actions={
        !readOnly &&
        next && (
          <ActionButton
            size="small"
            icon="plus"
            onClick={() => append({ code: next.code, rate: '', amount: '', chargeMode: '' })}
          >
            {t('product.addFee')}
          </ActionButton>
        )
      }
    >
      {fields.length === 0 && <p className={styles.note}>{t('product.noFees')}</p>}
      {fields.map((field, k) => (
        <div key={field.id} className={styles.row}>
          <FieldGrid>
            <F.Select
              name={`fees.${k}.code`}
              label={t('product.feeCode')}
              options={options}
              readOnly={readOnly}
              span={quarter}
              required
            />
            <F.Rate name={`fees.${k}.rate`} label={t('product.feeRate')} readOnly={readOnly} span={quarter} />
            <F.Money
              name={`fees.${k}.amount`}
              label={t('product.feeAmount')}
              readOnly={readOnly}
              span={quarter}
            />
            <F.Select
              name={`fees.${k}.chargeMode`}
              label={t('product.feeMode')}
              options={modes}
              readOnly={readOnly}
              span={quarter}
            />
          </FieldGrid>
          {!readOnly && (
            <IconButton
              icon="cross"
              label={t('product.removeFee', { name: chosen[k]?.code ?? '' })}
              onClick={() => remove(k)}
            />
          )}
        </div>
      ))}
      {fields.length > 0 && !readOnly && <p className={styles.note}>{t('product.feesHint')}</p>}
    </Section>
  )
}
