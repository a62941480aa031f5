import type { ReactNode } from 'react'
import styles from './scroll-area.module.css'

/**
 * A place for what may be wider or longer than it: keys reach it and move it too.
 *
 * @param className where it is not as high as its content
 */
export function ScrollArea({
  label,
  className = styles.area,
  children,
}: {
  label: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled has to be reached by keys.
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
