'use client'
import { useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import styles from './quote-figures.module.css'

// The explanation opens on a click, and comes with it.
const QuoteExplanation = lazyPart(() => import('./quote-explanation'), ['intake', 'records'])

const explained = [
  'monthlyPayment',
  'financeAmount',
  'downPayment',
  'downRatio',
  'depositAmount',
  'firstDueAmount',
  'totalInterest',
  'feeTotal',
  'aprSimple',
  'aprCompound',
  'ltv',
  'dti',
] as const
export type ExplainedFigure = (typeof explained)[number]

export const isExplained = (figure: string): figure is ExplainedFigure =>
  (explained as readonly string[]).includes(figure)

/** The name of a figure of an order's quote; pressed, it says what the figure is made of. */
export function QuoteWhy(props: {
  orderId: number
  figure: ExplainedFigure
  label: string
  /** There are approved terms beside what was applied for. */
  approved: boolean
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <button
        type="button"
        className={styles.why}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {props.label}
      </button>
      {anchor && <QuoteExplanation {...props} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
