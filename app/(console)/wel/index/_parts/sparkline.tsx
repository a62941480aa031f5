import styles from '../home.module.css'

const width = 140
const height = 48
/** Room for the stroke and for the dot at the end. */
const edge = 3

/** A line through counts, the last one with a dot; zero lies on the ground. */
export function Sparkline({ counts, label }: { counts: readonly number[]; label: string }) {
  const points = sparkPoints(counts)
  const last = points.at(-1)
  if (!last) return <svg className={styles.spark} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" />
  const line = points.map(([x, y]) => `${x},${y}`).join(' ')
  return (
    <svg className={styles.spark} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <polygon points={`${edge},${height - edge} ${line} ${width - edge},${height - edge}`} />
      <polyline points={line} />
      <circle cx={last[0]} cy={last[1]} r={2.5} />
    </svg>
  )
}

/** Places of the counts in the drawing, from the left edge to the right; one count alone is at the right. */
export function sparkPoints(counts: readonly number[]): [x: number, y: number][] {
  const top = Math.max(...counts, 1)
  const step = (width - 2 * edge) / Math.max(counts.length - 1, 1)
  const first = counts.length === 1 ? width - edge : edge
  const round = (value: number) => Math.round(value * 10) / 10
  return counts.map((count, at) => [
    round(first + at * step),
    round(height - edge - (count / top) * (height - 2 * edge)),
  ])
}
