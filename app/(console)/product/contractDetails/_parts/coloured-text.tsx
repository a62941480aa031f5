'use client'
import { memo, type Ref, useMemo } from 'react'
import { type Mark, marksOf } from '@/lib/domains/contracts/rules/contract-marks'
import type { TextProblem } from '@/lib/domains/contracts/rules/contract-text'
import styles from './template.module.css'

/**
 * A plain text area over a coloured copy of its text. The copy gives both their height, so that they scroll as one and
 * no position has to be followed.
 */
export function ColouredText({
  ref,
  value,
  problems,
  label,
  invalid,
  describedBy,
  onChange,
  onBlur,
}: {
  ref: Ref<HTMLTextAreaElement>
  value: string
  problems: readonly TextProblem[]
  label: string
  invalid: boolean
  describedBy: string
  onChange: (text: string) => void
  onBlur: () => void
}) {
  const lines = useMemo(() => marksOf(value, problems), [value, problems])
  return (
    <div className={styles.sheet} data-invalid={invalid || undefined}>
      <div className={styles.layers}>
        <pre className={styles.colours} aria-hidden="true">
          {lines.map((marks, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by nothing but its place
            <ColouredLine key={at} text={marks.map(({ text }) => text).join('')} marks={marks} />
          ))}
        </pre>
        <textarea
          ref={ref}
          className={styles.input}
          name="body"
          aria-label={label}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      </div>
    </div>
  )
}

/** Drawn anew only where its pieces changed: a text has hundreds of lines, and one of them is typed in. */
const ColouredLine = memo(
  function ColouredLine({ marks }: { text: string; marks: readonly Mark[] }) {
    return (
      <span className={styles.line}>
        {marks.length === 0 ? '\u200b' : null}
        {marks.map(({ text, kind }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by nothing but its place
          <span key={at} data-kind={kind}>
            {text}
          </span>
        ))}
      </span>
    )
  },
  (before, after) => before.text === after.text && isSame(before.marks, after.marks),
)

const isSame = (a: readonly Mark[], b: readonly Mark[]) =>
  a.length === b.length && a.every(({ kind }, at) => kind === b[at]?.kind)
