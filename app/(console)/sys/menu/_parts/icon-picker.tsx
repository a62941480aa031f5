'use client'
import { FieldFrame, useField } from '@/components/form/field-frame'
import { useT } from '@/lib/i18n/use-t'
import { menuIcons } from '@/lib/menu-icons'
import styles from '../menu.module.css'
import { EntryIcon } from './entry-icon'

const names = Object.keys(menuIcons)

/** One of the icons of the console, all in sight. Radios: the arrow keys go through them. */
export function IconPicker({ name, label }: { name: string; label: string }) {
  const t = useT()
  const { value, setValue, control, ...state } = useField<string>({ name })
  const { ref, readOnly: _readOnly, id: _id, 'aria-required': _required, ...attributes } = control
  // An icon that somebody else gave stays until another one is chosen.
  const offered = ['', ...(value && !names.includes(value) ? [value] : []), ...names]
  return (
    <FieldFrame name={name} label={label} span={3} group {...state}>
      <div className={styles.icons}>
        {offered.map((icon, at) => (
          <label key={icon} className={styles.icon} title={icon || t('configuration.noIcon')}>
            <input
              {...attributes}
              ref={at === 0 ? ref : undefined}
              type="radio"
              value={icon}
              checked={value === icon}
              aria-label={icon || t('configuration.noIcon')}
              onChange={() => setValue(icon)}
            />
            <EntryIcon name={icon} />
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}
