'use client'
import { Trash2 } from 'lucide'
import { memo, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { FieldFrame, useField } from '@/components/form/field-frame'
import { fieldsFor } from '@/components/form/fields-for'
import { IconButton } from '@/components/ui/action-button'
import { codeOptions, listOptions, type OptionSource } from '@/lib/client/options'
import { factOf } from '@/lib/domains/risk/rules/risk-facts'
import { comparisonsOf, outcomes } from '@/lib/domains/risk/rules/risk-scene'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { type DraftValues, isRange, type RuleValues, withFact } from './draft-values'
import styles from './rules.module.css'

const F = fieldsFor<DraftValues>()
const outcomeOptions = codeOptions('riskScenes.outcomes', outcomes)

/** One rule of a draft: what its value may be follows from its fact. */
export const RuleRow = memo(function RuleRow({
  index,
  facts,
  onRemove,
}: {
  index: number
  facts: OptionSource
  onRemove: () => void
}) {
  const t = useT()
  const form = useFormContext<DraftValues>()
  const path = `rules.${index}` as const
  const rule = useWatch<DraftValues, typeof path>({ name: path }) as RuleValues
  const fits = useMemo(
    () =>
      listOptions(
        comparisonsOf(rule.fact).map((value) => ({ value, label: t(`riskScenes.compares.${value}`) })),
      ),
    [rule.fact, t],
  )
  return (
    <fieldset className={styles.rule} aria-label={rule.code}>
      <F.Text
        name={`${path}.code`}
        label={t('riskScenes.code')}
        clean={(text) => text.toUpperCase()}
        required
      />
      <F.Text name={`${path}.name`} label={t('riskScenes.ruleName')} maxLength={40} required />
      <F.Select
        name={`${path}.fact`}
        label={t('riskScenes.fact')}
        options={facts}
        help={factOf(rule.fact) && t(`riskScenes.how.${rule.fact}` as MessageKey)}
        onChoose={(fact) => form.setValue(path, withFact(rule, fact), { shouldDirty: true })}
        required
      />
      <F.Select name={`${path}.compare`} label={t('riskScenes.compare')} options={fits} required />
      <Value path={path} rule={rule} />
      <F.Select name={`${path}.outcome`} label={t('riskScenes.outcome')} options={outcomeOptions} required />
      <F.Digits name={`${path}.points`} label={t('riskScenes.score')} maxLength={3} required />
      <IconButton
        icon={Trash2}
        size="small"
        label={t('riskScenes.removeRule', { code: rule.code })}
        onClick={onRemove}
      />
    </fieldset>
  )
})

function Value({ path, rule }: { path: `rules.${number}`; rule: RuleValues }) {
  const t = useT()
  const fact = factOf(rule.fact)
  if (fact?.kind === 'set') {
    const words = fact.options.map((code) => ({ code, label: t(`${fact.words}.${code}` as MessageKey) }))
    return <Codes name={`${path}.codes`} label={t('riskScenes.value')} options={words} required />
  }
  const Field = fact?.kind === 'rate' ? F.Rate : fact?.kind === 'money' ? F.Money : F.Digits
  if (!isRange(rule.compare)) return <Field name={`${path}.from`} label={t('riskScenes.value')} required />
  return (
    <div className={styles.range}>
      <Field name={`${path}.from`} label={t('riskScenes.from')} required />
      <Field name={`${path}.to`} label={t('riskScenes.to')} required />
    </div>
  )
}

/** Any of a few. */
export function Codes({
  name,
  label,
  help,
  options,
  required = false,
}: {
  name: string
  label: string
  help?: string
  options: readonly { code: string; label: string }[]
  required?: boolean
}) {
  const props = { name, label, required, ...(help && { help }) }
  const { value, setValue, control, ...state } = useField<readonly string[]>(props)
  const chosen = value ?? []
  const codes = options.map(({ code }) => code)
  return (
    <FieldFrame {...props} {...state} group>
      <div className={styles.codes}>
        {options.map((option, at) => (
          <label key={option.code}>
            <input
              type="checkbox"
              ref={at === 0 ? control.ref : undefined}
              checked={chosen.includes(option.code)}
              aria-invalid={control['aria-invalid']}
              onBlur={control.onBlur}
              onChange={({ target }) =>
                setValue(codes.filter((one) => (one === option.code ? target.checked : chosen.includes(one))))
              }
            />
            {option.label}
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}
