'use client'
import { FieldFrame, type FieldProps, useField } from '@/components/form/field-frame'
import type { StaffChoices } from '@/lib/domains/staff/contract'
import styles from './user.module.css'

/** The roles of a user. One that gives more than the caller has is there, and only what is chosen already. */
export function RolesField({
  roles,
  onChoose,
  ...props
}: FieldProps & { roles: StaffChoices['roles']; onChoose?: (codes: readonly string[]) => void }) {
  const { value, setValue, control, ...state } = useField<readonly string[]>(props)
  const { id: _id, readOnly, ref, 'aria-required': _required, ...attributes } = control
  const toggle = (code: string, on: boolean) => {
    const codes = on ? [...value, code] : value.filter((one) => one !== code)
    setValue(codes)
    onChoose?.(codes)
  }
  return (
    <FieldFrame {...props} {...state} group span={3}>
      <div className={styles.roles}>
        {roles.map(({ code, name, above }, at) => (
          <label key={code}>
            <input
              {...attributes}
              ref={at === 0 ? ref : undefined}
              type="checkbox"
              disabled={readOnly || (above && !value.includes(code))}
              checked={value.includes(code)}
              onChange={(event) => toggle(code, event.target.checked)}
            />
            {name}
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}
