import { maskCard } from '../../rules/mask.ts'
import type { ChangeKind, ChangeLine } from './rules/pending-change.ts'
import type { pendingChange } from './table.ts'

const refundKinds: readonly ChangeKind[] = ['refund', 'refundFailed']

/**
 * The lines of a change as anybody is shown them. A customer's card is nobody's to read in whole; its last digits say which
 * one it is. Where money went back to is held against its paper while it waits, and by nobody afterwards.
 */
export function shownLines({
  kind,
  state,
  lines,
}: Pick<typeof pendingChange.$inferSelect, 'kind' | 'state' | 'lines'>): ChangeLine[] {
  const isHidden = (line: ChangeLine) =>
    line.kind === 'card' ||
    (refundKinds.includes(kind) && line.field === 'payeeAccount' && state !== 'waiting')
  return lines.map((line) =>
    isHidden(line)
      ? {
          ...line,
          value: maskCard(line.value),
          ...(line.was !== undefined && { was: maskCard(line.was) }),
        }
      : line,
  )
}
