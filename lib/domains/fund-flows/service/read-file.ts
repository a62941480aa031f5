import { join } from 'node:path'
import { badInput } from '../../../platform/errors.ts'
import { askTableThread } from '../../../platform/files/table-thread.ts'
import type { StatementAnswer, StatementQuestion } from './statement-thread.ts'

const thread = join(import.meta.dirname, 'statement-thread.ts')

type Read = Extract<StatementAnswer, { rows: unknown }>

/** @throws 400 for a file that is no statement, or too large a one; 503 when too many wait */
export async function readFile(question: StatementQuestion, tenantId: number): Promise<Read> {
  const answer = await askTableThread<StatementAnswer>(thread, question, tenantId)
  if ('refused' in answer) throw badInput({ file: `fundFlows.unread.${answer.refused}` })
  return answer
}
