'use client'
import type { MouseEvent, ReactNode, Ref } from 'react'
import type { MessageKey, MessageParams } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import styles from './action-button.module.css'
import { type AnyIcon, Icon } from './icon'
import { useTips } from './tips'

/** Whether something may be done, and if not, why not: what the predicates of the state tables answer. */
export type Permit = { ok: true } | { ok: false; reason: MessageKey; params?: MessageParams }

export type ActionButtonProps = {
  children: ReactNode
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  variant?: 'primary' | 'secondary' | 'text' | 'danger'
  size?: 'medium' | 'small'
  icon?: AnyIcon
  /** Refused: the button stays reachable by keyboard and says why. */
  permit?: Permit
  /** Runs already: nothing happens at a second click. */
  busy?: boolean
  type?: 'button' | 'submit'
  form?: string
  /** -1 for a tool that is reached by keys of its own. */
  tabIndex?: number
  ref?: Ref<HTMLButtonElement>
  'aria-label'?: string
  'aria-expanded'?: boolean
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-pressed'?: boolean
}

/**
 * A button that says what it does.
 *
 *     <ActionButton variant="primary" permit={orderCan('submit_pre', order, actor)} busy={submit.isPending}
 *       onClick={…}>{t('machine.event.submit_pre')}</ActionButton>
 */
export function ActionButton({
  children,
  onClick,
  variant = 'secondary',
  size = 'medium',
  icon,
  permit = { ok: true },
  busy = false,
  type = 'button',
  ...rest
}: ActionButtonProps) {
  const t = useT()
  useTips()
  const off = busy || !permit.ok
  return (
    <button
      {...rest}
      type={type}
      className={styles.button}
      data-variant={variant}
      data-size={size}
      // Not `disabled`: a button that is off has a reason, and it must be possible to reach it and read that.
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      data-tip={permit.ok ? undefined : t(permit.reason, permit.params)}
      onClick={(event) => {
        if (off) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy ? <span className={styles.spinner} /> : icon && <Icon name={icon} size={14} />}
      {children}
    </button>
  )
}

/** A square button with an icon alone; its label is the tooltip too. */
export function IconButton({
  icon,
  label,
  ...rest
}: Omit<ActionButtonProps, 'children' | 'icon' | 'aria-label' | 'variant' | 'permit'> & {
  icon: AnyIcon
  label: string
}) {
  useTips()
  const { busy, size, onClick, type = 'button', ...attributes } = rest
  return (
    <button
      {...attributes}
      type={type}
      className={`${styles.button} ${styles.square}`}
      data-variant="text"
      data-size={size ?? 'medium'}
      aria-label={label}
      data-tip={label}
      aria-disabled={busy || undefined}
      onClick={(event) => !busy && onClick?.(event)}
    >
      <Icon name={icon} />
    </button>
  )
}
