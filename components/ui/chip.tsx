import styles from './chip.module.css'
import { Icon } from './icon'

/** A small fact that one click takes away. */
export function Chip({
  children,
  removeLabel,
  onRemove,
}: {
  children: string
  removeLabel: string
  onRemove: () => void
}) {
  return (
    <span className={styles.chip}>
      {children}
      <button type="button" aria-label={removeLabel} onClick={onRemove}>
        <Icon name="cross" size={12} />
      </button>
    </span>
  )
}
