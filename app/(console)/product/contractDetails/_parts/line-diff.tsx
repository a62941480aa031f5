'use client'
import { diffLines } from 'diff'
import { useT } from '@/lib/i18n/use-t'
import styles from './template.module.css'

/** So many unchanged lines stand around what changed. */
const around = 2

/** Two texts line by line: what went and what came, with the lines around it. */
export default function LineDiff({ before, after }: { before: string; after: string }) {
  const t = useT()
  const parts = diffLines(withEnd(before), withEnd(after))
  if (parts.every(({ added, removed }) => !added && !removed))
    return <p className={styles.note}>{t('contractTemplates.noDifference')}</p>
  return (
    <div className={styles.diff}>
      {parts.map(({ value, added, removed }, at) => {
        const lines = value.replace(/\n$/, '').split('\n')
        const kind = added ? 'added' : removed ? 'removed' : undefined
        const key = `${at} ${kind ?? ''}`
        if (kind) return <Lines key={key} lines={lines} kind={kind} />
        const isFirst = at === 0
        const isLast = at === parts.length - 1
        return <Unchanged key={key} lines={lines} head={isFirst ? 0 : around} tail={isLast ? 0 : around} />
      })}
    </div>
  )
}

/** The last line is a line like any other. */
const withEnd = (text: string) => `${text.replace(/\r\n/g, '\n').replace(/\n$/, '')}\n`

function Unchanged({ lines, head, tail }: { lines: readonly string[]; head: number; tail: number }) {
  const t = useT()
  const hidden = lines.length - head - tail
  if (hidden <= 1) return <Lines lines={lines} />
  return (
    <>
      <Lines lines={lines.slice(0, head)} />
      <p className={styles.gap}>{t('contractTemplates.unchangedLines', { count: hidden })}</p>
      <Lines lines={lines.slice(lines.length - tail)} />
    </>
  )
}

const signs = { added: '+', removed: '−' } as const

function Lines({ lines, kind }: { lines: readonly string[]; kind?: 'added' | 'removed' }) {
  const t = useT()
  const Line = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span'
  return lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by nothing but its place
    <Line key={at} className={styles.diffLine} title={kind && t(`contractTemplates.${kind}`)}>
      <span aria-hidden="true">{kind ? signs[kind] : ' '}</span>
      {line}
    </Line>
  ))
}
