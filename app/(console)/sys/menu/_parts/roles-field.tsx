'use client'
import { FieldFrame, useField } from '@/components/form/field-frame'
import styles from '../menu.module.css'

export type RoleChoice = { code: string; name: string }

/** Any number of roles. One that is gone shows by its code, so that it can be taken away. */
export function RolesField({
  name,
  label,
  help,
  roles,
}: {
  name: string
  label: string
  help: string
  roles: readonly RoleChoice[]
}) {
  const { value, setValue, control, ...state } = useField<string[]>({ name })
  const { ref, readOnly: _readOnly, id: _id, 'aria-required': _required, ...attributes } = control
  const gone = value.filter((code) => !roles.some((role) => role.code === code))
  return (
    <FieldFrame name={name} label={label} help={help} span={3} group {...state}>
      <div className={styles.roles}>
        {[...gone.map((code) => ({ code, name: code })), ...roles].map((role, at) => (
          <label key={role.code}>
            <input
              {...attributes}
              ref={at === 0 ? ref : undefined}
              type="checkbox"
              checked={value.includes(role.code)}
              onChange={({ target }) =>
                setValue(target.checked ? [...value, role.code] : value.filter((code) => code !== role.code))
              }
            />
            {role.name}
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}
