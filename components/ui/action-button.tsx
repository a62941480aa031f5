'use client'
import { type MouseEvent, type ReactNode, type Ref, useState } from 'react'
import type { MessageKey, MessageParams, T } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import styles from './action-button.module.css'
import { type AnyIcon, Icon } from './icon'
import { lazyPart } from './lazy-part'
import { useTips } from './tips'

// The popover opens on a click, and comes with it.
const RefusalPopover = lazyPart(() => import('./refusal-popover'))

/** The answer of the state tables' predicates: something may be done, or why not. */
export type Permit = { ok: true } | Refused
export type Refused = { ok: false; reason: MessageKey; params?: MessageParams; way?: Way }

/** The way to do something about a refusal. */
export type Way = {
  /** In one line, with the reason: who can clear it. */
  short: string
  /** All of it, with links: what a click on the refused button opens. */
  whole: ReactNode
}

/** The reason of a refusal and who can clear it, as a tip says it. */
export const refusalText = ({ reason, params, way }: Refused, t: T): string =>
  [t(reason, params), way?.short].filter(Boolean).join('\n')

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
  /** The verb of a question is where the keys begin. */
  autoFocus?: boolean
  ref?: Ref<HTMLButtonElement>
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-expanded'?: boolean
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-pressed'?: boolean
}

/**
 * A button that says what it does.
 *
 *     <ActionButton variant="primary" permit={orderCan('submit_pre', order, actor)} busy={submit.isPending}
 *       onClick={…}>{t('machine.event.submit_pre')}</ActionButton>
 *
 * One that is refused says why on hover and focus; a click, which is all that a finger has, says so and what can be done
 * about it.
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
  const [refusedAt, setRefusedAt] = useState<HTMLElement>()
  const off = busy || !permit.ok
  const button = (
    <button
      {...rest}
      type={type}
      className={styles.button}
      data-variant={variant}
      data-size={size}
      // Not `disabled`: a button that is off has a reason, and it must be possible to reach it and read that.
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      data-tip={permit.ok ? undefined : refusalText(permit, t)}
      onClick={(event) => {
        if (!off) return onClick?.(event)
        event.preventDefault()
        if (!permit.ok) setRefusedAt(event.currentTarget)
      }}
    >
      {busy ? <span className={styles.spinner} /> : icon && <Icon name={icon} size={14} />}
      {children}
    </button>
  )
  if (!refusedAt || permit.ok) return button
  return (
    <>
      {button}
      <RefusalPopover refused={permit} anchor={refusedAt} onClose={() => setRefusedAt(undefined)} />
    </>
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
