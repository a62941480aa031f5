'use client'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { MoneyText } from '@/components/ui/texts'
import { useT } from '@/lib/i18n/use-t'
import { compareMoney } from '@/lib/rules/money'
import styles from './loan-page.module.css'

const Explanation = lazyPart(() => import('./explanation'))

/**
 * Everything that opens its explanation when it is pressed.
 *
 *     <Explained of="dpd" label={t('loans.dpd')}>{figures.dpd}</Explained>
 *
 * @param of as lib/domains/loans/rules/explain.ts names amounts
 */
export function Explained({ of, label, children }: { of: string; label: string; children: ReactNode }) {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <button
        type="button"
        className={styles.why}
        aria-haspopup="dialog"
        data-tip={t('loans.why')}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {children}
      </button>
      {anchor && <Explanation of={of} label={label} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}

/** An amount with its explanation; nothing has none. */
export function ExplainedMoney({ of, label, value }: { of: string; label: string; value: string }) {
  if (compareMoney(value, '0') === 0) return <MoneyText value={value} />
  return (
    <Explained of={of} label={label}>
      <MoneyText value={value} />
    </Explained>
  )
}
