import { desc } from 'drizzle-orm'
import type { Actor } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'

/** Everything that the built-in call-centre plays of the world outside. */

/** Nobody's number: of a series that is not given out. */
const strangersNumber = '12000000000'

/** Somebody who could call: the customer of the newest order that the actor may see, or a stranger. */
export async function someNumber(actor: Actor): Promise<string> {
  const [row] = await db()
    .select({ mobile: application.mobile })
    .from(application)
    .where(orderScope(actor))
    .orderBy(desc(application.id))
    .limit(1)
  return row?.mobile ?? strangersNumber
}

/** Frames that no bar may fall over: cut off, nested, nearly right, long, empty. */
export const garbage: readonly string[] = [
  '',
  'null',
  '[]',
  '{"type":2,"statusCode":',
  '{"type":"two","statusCode":"four"}',
  '{"type":2,"statusCode":99,"callId":{"a":[1]}}',
  '{"event":"2004x"}',
  '{"event":{"code":2005}}',
  '{"__proto__":{"type":2,"statusCode":4}}',
  '<script>alert(1)</script>',
  '\u0000\uffff',
  `"${'乱'.repeat(12_000)}"`,
  '['.repeat(5_000),
]
