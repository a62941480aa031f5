import { eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { notFound, refused } from '../../../platform/errors.ts'
import { storedAnswer } from '../../../platform/files/file-store.ts'
import type { FileAnswer } from '../../../platform/handler.ts'
import { contractNoOf, contractTypes } from '../../contracts/rules/contract-kinds.ts'
import { fillContract, readContractText } from '../../contracts/rules/contract-text.ts'
import { factsOfOrder } from '../../contracts/service/contract-facts.ts'
import { drawContract, signsText } from '../../contracts/service/draw-contract.ts'
import { templatesOf } from '../../contracts/service/order-set.ts'
import { findOrder } from '../../orders/service/read-order.ts'
import { attachment } from '../../system/table.ts'
import { cardsOf, requireCardStep } from './order-cards.ts'

/** 代扣授权书 of a new card: to be signed, and signed. */

/** Filled for the new card while the old one still pays; each change has a number of its own. */
export async function blankPaper({ orderId }: { orderId: number }, call: Call): Promise<FileAnswer> {
  const order = await findOrder(orderId, call)
  const cards = await cardsOf(order)
  requireCardStep('addPaper', cards, call)
  const template = (await templatesOf(order, call)).find(({ code }) => code === 'DK')
  if (!template) throw refused('contracts.obstacles.noTemplate', { names: contractTypes.DK })
  const facts = await factsOfOrder(order, call, { card: cards.next?.card })
  const year = call.today.slice(0, 4)
  const { id, tenantCode: tenant } = { id: order.id, tenantCode: call.tenantCode }
  const own = contractNoOf({ tenant, code: 'DK', year, orderId: id, guarantor: 0, copy: 1 })
  const contractNo = `${own}-C${cards.changes.length}`
  const { fields, ...others } = facts.of(0)
  const { blocks, missing } = fillContract(readContractText(template.version.body).blocks, {
    ...others,
    fields: { ...fields, 合同编号: contractNo, 主合同编号: order.contractNo ?? order.orderNo },
  })
  if (missing.length > 0) throw refused('contracts.obstacles.missing', { names: missing.join('、') })
  const paper = { title: template.name, contractNo, company: facts.company, blocks }
  await audit({ object: `application:${order.id}`, after: { contractNo } })
  const body = async () => {
    const drawn = await drawContract(paper, call.now.toISOString(), call.tenantId)
    if ('bytes' in drawn) return drawn.bytes
    throw refused('contracts.lackingSigns', { signs: signsText(drawn.lacking), title: template.name })
  }
  return { mime: 'application/pdf', name: `${contractNo} ${template.name}.pdf`, body }
}

/** As it was signed. */
export async function signedPaper(
  { orderId, cardId }: { orderId: number; cardId: number },
  call: Call,
): Promise<FileAnswer> {
  const order = await findOrder(orderId, call)
  const { changes } = await cardsOf(order)
  const paperId = changes.find(({ toCardId }) => toCardId === cardId)?.paperId
  const [file] = paperId ? await db().select().from(attachment).where(eq(attachment.id, paperId)) : []
  if (!file) throw notFound()
  await audit({ object: `application:${order.id}`, after: { fileId: file.id } })
  return storedAnswer(call.tenantId, { ...file, hash: file.fileId })
}
