'use client'
import { FieldFrame, type FieldProps, useField } from '@/components/form/field-frame'
import styles from './user.module.css'

/** 自定义机构: the units whose rows a user sees, as the tree has them. One below a chosen unit comes with it. */
export function UnitsField({
  units,
  ...props
}: FieldProps & { units: readonly { id: number; name: string; depth: number }[] }) {
  const { value, setValue, control, ...state } = useField<readonly number[]>(props)
  const { id: _id, readOnly, ref, 'aria-required': _required, ...attributes } = control
  const toggle = (unitId: number, on: boolean) =>
    setValue(on ? [...value, unitId] : value.filter((one) => one !== unitId))
  let under: number | undefined
  const rows = units.map((unit) => {
    if (under !== undefined && unit.depth <= under) under = undefined
    const covered = under !== undefined
    if (!covered && value.includes(unit.id)) under = unit.depth
    return { ...unit, covered }
  })
  return (
    <FieldFrame {...props} {...state} group span={3}>
      <div className={styles.units}>
        {rows.map(({ id, name, depth, covered }, at) => (
          <label key={id} style={{ paddingInlineStart: depth * 20 }}>
            <input
              {...attributes}
              ref={at === 0 ? ref : undefined}
              type="checkbox"
              disabled={readOnly || (covered && !value.includes(id))}
              checked={covered || value.includes(id)}
              onChange={(event) => toggle(id, event.target.checked)}
            />
            {name}
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}
