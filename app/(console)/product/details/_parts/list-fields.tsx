'use client'
import type { ReactNode } from 'react'
import { FieldFrame, type FieldProps, useField } from '@/components/form/field-frame'
import { DictionaryText } from '@/components/form/field-value'
import { IconButton } from '@/components/ui/action-button'
import { ChoiceBox } from '@/components/ui/choice-box'
import { PREPAY_WAYS } from '@/lib/domains/products/rules/product-endings'
import { useT } from '@/lib/i18n/use-t'
import styles from './product.module.css'
import type { Choices } from './product-fields'

/** 适用车辆: new, used or both. */
export const VehicleKindsField = (props: FieldProps) => (
  <Ticks
    {...props}
    codes={['new', 'used']}
    nameOf={(kind) => <DictionaryText type="vehicle_kind" code={kind} />}
  />
)

/** 部分提前还款方式: what such a payment may change. */
export function PrepayWaysField(props: FieldProps) {
  const t = useT()
  return <Ticks {...props} codes={PREPAY_WAYS} nameOf={(way) => t(`product.prepayWay.${way as 'reduce'}`)} />
}

/** Any of a few, in their order. */
function Ticks({
  codes,
  nameOf,
  ...props
}: FieldProps & { codes: readonly string[]; nameOf: (code: string) => ReactNode }) {
  const { value, setValue, control, ...state } = useField<readonly string[]>(props)
  return (
    <FieldFrame {...props} {...state} group>
      <div className={styles.checks}>
        {codes.map((code, at) => (
          <label key={code}>
            <input
              ref={at === 0 ? control.ref : undefined}
              type="checkbox"
              disabled={props.readOnly}
              checked={value.includes(code)}
              onChange={({ target }) =>
                setValue(codes.filter((one) => (one === code ? target.checked : value.includes(one))))
              }
              onBlur={control.onBlur}
            />
            {nameOf(code)}
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}

/** 冲账顺序: all four, each moved to its place. */
export function AllocationField(props: FieldProps) {
  const t = useT()
  const { value, setValue, control: _control, ...state } = useField<readonly string[]>(props)
  return (
    <FieldFrame {...props} {...state} group>
      <Ordered
        list={value}
        nameOf={(code) => t(`product.allocations.${code as 'fee'}`)}
        readOnly={props.readOnly}
        onChange={setValue}
      />
    </FieldFrame>
  )
}

/** 可用资方 in the order in which orders are offered to them. */
export function FundersField({ choices, ...props }: FieldProps & { choices: Choices['capitals'] }) {
  const t = useT()
  const { value, setValue, control, ...state } = useField<readonly string[]>(props)
  const nameOf = (id: string) => choices.find((one) => String(one.id) === id)?.name ?? id
  const left = choices.filter(({ id }) => !value.includes(String(id)))
  return (
    <FieldFrame {...props} {...state} help={t('product.capitalsHint')} group>
      <div className={styles.funders}>
        {value.length === 0 && <span className={styles.note}>{t('product.noCapitals')}</span>}
        <Ordered
          list={value}
          nameOf={nameOf}
          readOnly={props.readOnly}
          onChange={setValue}
          onRemove={(id) => setValue(value.filter((one) => one !== id))}
        />
        {!props.readOnly && left.length > 0 && (
          <div className={styles.adder}>
            <ChoiceBox
              {...control}
              aria-label={t('product.addCapital')}
              none={t('product.addCapital')}
              value=""
              options={left.map(({ id, name }) => ({ value: String(id), label: name }))}
              stray=""
              onStray={() => undefined}
              onChoose={(id) => id && setValue([...value, id])}
            />
          </div>
        )}
      </div>
    </FieldFrame>
  )
}

/** Names in an order that matters; each is moved by the buttons beside it. */
function Ordered({
  list,
  nameOf,
  readOnly = false,
  onChange,
  onRemove,
}: {
  list: readonly string[]
  nameOf: (code: string) => string
  readOnly: boolean | undefined
  onChange: (list: readonly string[]) => void
  onRemove?: (code: string) => void
}) {
  const t = useT()
  const moved = (at: number, by: -1 | 1) => {
    const next = [...list]
    const [one] = next.splice(at, 1)
    if (one !== undefined) next.splice(at + by, 0, one)
    onChange(next)
  }
  return (
    <ol className={styles.ordered}>
      {list.map((code, at) => (
        <li key={code}>
          <span>{nameOf(code)}</span>
          {!readOnly && (
            <span className={styles.moves}>
              {at > 0 && (
                <IconButton
                  icon="left"
                  label={t('product.earlier', { name: nameOf(code) })}
                  onClick={() => moved(at, -1)}
                />
              )}
              {at < list.length - 1 && (
                <IconButton
                  icon="right"
                  label={t('product.later', { name: nameOf(code) })}
                  onClick={() => moved(at, 1)}
                />
              )}
              {onRemove && (
                <IconButton
                  icon="cross"
                  label={t('product.removeCapital', { name: nameOf(code) })}
                  onClick={() => onRemove(code)}
                />
              )}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
