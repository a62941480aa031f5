'use client'
import Popover from '@/components/ui/popover'
import type { Option } from '@/lib/client/options'
import styles from './list.module.css'

/** The entries of a filter that takes several. */
export default function MultiChoice({
  anchor,
  label,
  options,
  chosen,
  onChange,
  onClose,
}: {
  anchor: HTMLElement
  label: string
  options: readonly Option[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  onClose: () => void
}) {
  const toggle = (code: string) =>
    onChange(chosen.includes(code) ? chosen.filter((one) => one !== code) : [...chosen, code])
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
    >
      <div className={styles.checks}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="checkbox"
              checked={chosen.includes(option.value)}
              onChange={() => toggle(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </Popover>
  )
}
