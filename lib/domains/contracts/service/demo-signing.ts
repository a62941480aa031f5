import { randomUUID } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { signingDays } from '../rules/contract-kinds.ts'
import { contract, contractSigner } from '../table/contracts.ts'
import { signing, signingEvent } from '../table/signing.ts'
import { demoHand } from './demo-hand.ts'
import { hashOfSecret, newSecret } from './signing/links.ts'
import { partiesIn } from './signing/send-links.ts'

/**
 * The way in which signed contracts of the demo came to be signed: each person by a link, one after another between the
 * making and the last signature, with all that the evidence report tells of it.
 */

const device =
  'Mozilla/5.0 (Linux; Android 14; Demo) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'

/** In the transaction that writes the contracts. */
export async function writeDemoSigning(
  order: Order,
  { generatedAt, signedAt }: { generatedAt: string; signedAt: string },
  by: number,
): Promise<void> {
  const { parties, papers } = await partiesIn(order, '已签署')
  const [made, last] = [Date.parse(generatedAt), Date.parse(signedAt)]
  const sent = made + Math.max(0, last - made) / 20
  const sentAt = new Date(sent).toISOString()
  const expiresAt = new Date(sent + signingDays * 86_400_000).toISOString()
  for (const [at, { role, name, mobile, idNo, signerIds }] of parties.entries()) {
    const own = await db().select().from(contractSigner).where(inArray(contractSigner.id, signerIds))
    const read = papers.filter(({ id }) => own.some(({ contractId }) => contractId === id))
    const from = sent + ((last - sent) * at) / parties.length
    const until = sent + ((last - sent) * (at + 1)) / parties.length
    /** A share of the way from when it was this person's turn to the signature. */
    const moment = (share: number) => new Date(from + (until - from) * share).toISOString()
    const where = { ip: `192.0.2.${10 + at}`, device }
    const [row] = await db()
      .insert(signing)
      .values({
        orderId: order.id,
        round: 1,
        seq: at + 1,
        signerRole: role,
        name,
        mobile,
        idNo,
        tokenHash: hashOfSecret(newSecret()),
        sentAt,
        expiresAt,
        smsState: 'sent',
        status: '已签',
        endedAt: moment(1),
        endEvent: randomUUID(),
        ...where,
        signature: demoHand(name),
        createdBy: by,
      })
      .returning()
    if (!row) throw new Error('the link was not written')
    await db().update(contractSigner).set({ signingId: row.id }).where(inArray(contractSigner.id, signerIds))
    const pages = read.flatMap(({ id, pages, fileHash: hash }) =>
      Array.from({ length: pages ?? 0 }, (_, page) => ({ contractId: id, page: page + 1, hash })),
    )
    const happened: Omit<typeof signingEvent.$inferInsert, 'signingId' | 'ip' | 'device'>[] = [
      { kind: 'code', at: moment(0.2) },
      { kind: 'proved', at: moment(0.25) },
      ...pages.flatMap(({ contractId, page, hash }, nth) => {
        const shown = { contractId, hash, at: moment(0.3 + (0.6 * nth) / pages.length) }
        return [
          ...(page === 1 ? [{ ...shown, kind: 'paper' as const }] : []),
          { ...shown, kind: 'page' as const, page },
        ]
      }),
      ...read.map(({ id, fileHash }) => ({
        kind: 'signed' as const,
        contractId: id,
        hash: fileHash,
        at: moment(1),
      })),
    ]
    await db()
      .insert(signingEvent)
      .values([
        { signingId: row.id, kind: 'sent', at: sentAt, ip: '', device: '' },
        ...happened.map((one) => ({ ...one, ...where, signingId: row.id })),
      ])
  }
  await db()
    .update(contract)
    .set({ smsSentAt: sentAt, expireAt: expiresAt })
    .where(
      inArray(
        contract.id,
        papers.map(({ id }) => id),
      ),
    )
}
