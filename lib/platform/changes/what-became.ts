import { and, desc, eq, gt } from 'drizzle-orm'
import { say } from '../../i18n/say.ts'
import { formatMoney } from '../../rules/money-text.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { chinaTime } from '../db/list-file.ts'
import type { FieldMessage } from '../errors.ts'
import { readChanges } from './list-changes.ts'
import { type ChangeLine, reasonLabel } from './rules/pending-change.ts'
import { shownLines } from './shown-lines.ts'
import { pendingChange } from './table.ts'

/**
 * Somebody was first: whoever still has the change before him reads who ended it, when and why, and where it goes on. What
 * was made again after it is told by what is different in it.
 */

type Change = typeof pendingChange.$inferSelect

/** Of one that waits no longer. */
export async function whatBecame(change: Change, call: Call): Promise<FieldMessage> {
  const [ended] = await readChanges([change.id], call)
  if (!ended || ended.state === 'waiting') return 'changes.refusals.isOver'
  const { state, decidedAt, decidedByName, decidedForName, decideReason } = ended
  const by = decidedByName ?? ''
  const params = {
    name: decidedForName ? say('changes.forAway', { name: by, away: decidedForName }) : by,
    time: chinaTime(decidedAt) ?? '',
    reason: decideReason ?? '',
  }
  if (state === 'approved') return { key: 'changes.refusals.wasApproved', params }
  const next = await goesOn(change)
  const key = { refused: 'wasRefused', withdrawn: 'wasWithdrawn', expired: 'wasExpired' } as const
  return { key: `changes.refusals.${key[state]}`, params: { ...params, next } }
}

/** In a sentence, what was made of the same record after it. */
async function goesOn(change: Change): Promise<string> {
  const [later] = await db()
    .select()
    .from(pendingChange)
    .where(
      and(
        eq(pendingChange.kind, change.kind),
        eq(pendingChange.aboutId, change.aboutId),
        gt(pendingChange.id, change.id),
      ),
    )
    .orderBy(desc(pendingChange.id))
    .limit(1)
  if (!later) return say('changes.next.none')
  if (later.state !== 'waiting')
    return say('changes.next.over', { state: say(`changes.states.${later.state}`) })
  const changes = differences(change, later)
  const time = chinaTime(later.madeAt) ?? ''
  return changes.length === 0
    ? say('changes.next.same', { time })
    : say('changes.next.other', { time, changes: changes.join(say('ui.separator')) })
}

/** Each value that is another, as a checker is shown it. */
function differences(before: Change, now: Change): string[] {
  // In a refusal, and in the log of it, everything is read for good: as of what is over.
  const byField = (change: Change) =>
    new Map(shownLines({ ...change, state: 'expired' }).map((line) => [line.field, line]))
  const [was, is] = [byField(before), byField(now)]
  const differs = (field: string, from: string, to: string) =>
    from === to ? [] : [say('changes.next.difference', { field, from, to })]
  return [
    ...[...new Set([...was.keys(), ...is.keys()])].flatMap((field) =>
      differs(say(`changes.fields.${field}`), lineText(was.get(field)), lineText(is.get(field))),
    ),
    ...differs(say(reasonLabel(now.kind)), before.reason || none(), now.reason || none()),
  ]
}

const none = () => say('changes.next.nothing')

function lineText(line: ChangeLine | undefined): string {
  if (!line || line.value === '') return none()
  const { kind, value } = line
  switch (kind) {
    case 'money':
    case 'overpaid':
      return formatMoney(value)
    case 'yesNo':
      return say(value === 'true' ? 'changes.yes' : 'changes.no')
    case 'accountKind':
      return say(`accounts.kinds.${value}` as 'accounts.kinds.payee')
    case 'payMethod':
      return say(`firstPayments.methods.${value}` as 'firstPayments.methods.transfer')
    case 'refundKind':
      return say(`firstPayments.refundKinds.${value}` as 'firstPayments.refundKinds.back')
    case 'refundRemedy':
      return say(`firstPayments.remedies.${value}` as 'firstPayments.remedies.again')
    case 'bankResult':
      return say(`paymentFiles.results.${value}` as 'paymentFiles.results.成功')
    default:
      return value
  }
}
