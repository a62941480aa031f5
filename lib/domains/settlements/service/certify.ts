import { and, eq, isNull } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { notFound, refused } from '../../../platform/errors.ts'
import { hashOf } from '../../../platform/files/file-hash.ts'
import { storedAnswer, storeFile } from '../../../platform/files/file-store.ts'
import { deleteUnnamed } from '../../../platform/files/sweep-files.ts'
import type { FileAnswer } from '../../../platform/handler.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import type { ContractPaper } from '../../contracts/rules/contract-text.ts'
import { drawContract, sealContract, signsText } from '../../contracts/service/draw-contract.ts'
import { sealOf } from '../../contracts/service/seal/company-seal.ts'
import { troubleIn } from '../../contracts/service/seal/seal-trouble.ts'
import { tenant } from '../../identity/table.ts'
import { dayOf } from '../../loans/rules/day.ts'
import { moneyOf } from '../../loans/rules/exact.ts'
import { foldLoan } from '../../loans/rules/fold.ts'
import { factsOf } from '../../loans/service/loan-facts.ts'
import { type Loan, readLoans } from '../../loans/service/loan-record.ts'
import { findOrder } from '../../orders/service/read-order.ts'
import { attachment } from '../../system/table.ts'
import type { settlements } from '../contract.ts'
import { settleProof } from '../table.ts'

/** 结清证明: drawn and sealed as contracts are, behind the transaction in which the loan was paid off. */

export const certifyJob = 'settlements.certify'

export const certify = defineJob({
  name: certifyJob,
  async run(data, job) {
    const id = Number(data.proofId)
    const wanted = await inTenant(job.tenantId, () => toCertify(id))
    if (!wanted) return
    const { paper, company, tenantCode, proof } = wanted
    const trouble = async (said: string) => {
      await inTenant(job.tenantId, () =>
        db().update(settleProof).set({ trouble: said }).where(eq(settleProof.id, id)),
      )
    }
    const at = proof.createdAt
    const drawn = await drawContract(paper, new Date(at).toISOString(), job.tenantId)
    if ('lacking' in drawn)
      return trouble(say('contracts.lackingSigns', { signs: signsText(drawn.lacking), title: paper.title }))
    try {
      const { bytes } = await sealContract({
        bytes: drawn.bytes,
        stamps: {
          places: drawn.places,
          hands: [],
          seal: { party: '出租人', company, on: businessDate(at) },
        },
        source: sealOf(tenantCode, company),
        reason: proof.proofNo,
        at: new Date(at).toISOString(),
      })
      const hash = hashOf(bytes)
      await storeFile(job.tenantId, hash, bytes)
      const kept = await job.step(() => keepProof(proof, paper.title, hash, bytes.length))
      if (!kept) await deleteUnnamed(job.tenantId, hash)
    } catch (error) {
      // It is tried again; whoever waits for it should not have to guess.
      if (!job.signal.aborted) await trouble(say(`signing.sealTroubles.${troubleIn(error)}`))
      throw error
    }
  },
})

type Proof = typeof settleProof.$inferSelect

const open = (id: number) =>
  and(eq(settleProof.id, id), isNull(settleProof.fileId), isNull(settleProof.voidedAt))

/** Undefined where it is sealed already, or the loan is owed again. */
async function toCertify(id: number) {
  const [proof] = await db().select().from(settleProof).where(open(id))
  const [loan] = proof ? await readLoans([proof.loanId], undefined) : []
  const [owner] = await db().select({ company: tenant.name, tenantCode: tenant.code }).from(tenant)
  if (!proof || !loan || !owner) return undefined
  return { proof, ...owner, paper: await paperOf(proof, loan, owner.company) }
}

/** @returns false where it was sealed, or became void, meanwhile */
async function keepProof(proof: Proof, title: string, hash: string, size: number): Promise<boolean> {
  const [still] = await db().select().from(settleProof).where(open(proof.id)).for('update')
  if (!still) return false
  const facts = (await factsOf([proof.loanId])).get(proof.loanId) ?? []
  // A day may end a loan, in nobody's name: then it is of whoever last answered for what happened to it.
  const uploadedBy = facts
    .toReversed()
    .map(({ by, checkedBy }) => checkedBy ?? by)
    .find((id) => id > 0)
  if (uploadedBy === undefined) throw new Error(`nobody answers for loan ${proof.loanId}`)
  const [file] = await db()
    .insert(attachment)
    .values({
      size,
      fileId: hash,
      name: `${proof.proofNo} ${title}.pdf`,
      mime: 'application/pdf',
      orderId: proof.orderId,
      uploadedBy,
    })
    .returning({ id: attachment.id })
  await db()
    .update(settleProof)
    .set({ fileId: file?.id ?? null, sealedAt: new Date().toISOString(), trouble: null })
    .where(eq(settleProof.id, proof.id))
  return true
}

/** Everything that the loan was and what was paid of it, by the fold of its facts on the day on which it ended. */
async function paperOf(proof: Proof, loan: Loan, company: string): Promise<ContractPaper> {
  const facts = (await factsOf([loan.id])).get(loan.id) ?? []
  const fold = foldLoan(loan.terms, facts, dayOf(proof.settledOn))
  const rows = [...fold.instalments, ...fold.voided]
  const total = (of: (one: (typeof rows)[number]) => number) =>
    formatMoney(moneyOf(rows.reduce((sum, one) => sum + of(one), 0)))
  const word = (name: string, value: string) => [say(`settlements.paper.${name}` as never), value]
  return {
    title: say('settlements.paper.title'),
    contractNo: proof.proofNo,
    numberLabel: say('settlements.paper.number'),
    company,
    blocks: [
      {
        kind: 'text',
        text: say('settlements.paper.says', {
          customer: loan.customerName,
          loanNo: loan.loanNo,
          day: proof.settledOn,
          principal: formatMoney(loan.principal),
        }),
      },
      {
        kind: 'table',
        rows: [
          word('customer', loan.customerName),
          word('loanNo', loan.loanNo),
          word('orderNo', loan.orderNo),
          word('released', loan.valueDate),
          word('principal', formatMoney(loan.principal)),
          word(
            'paidPrincipal',
            total(({ paidPrincipal }) => paidPrincipal),
          ),
          word(
            'paidInterest',
            total(({ paidInterest }) => paidInterest),
          ),
          word(
            'paidPenalty',
            total(({ paidPenalty }) => paidPenalty),
          ),
          word(
            'paidFee',
            total(({ paidFee, paidServiceFee }) => paidFee + paidServiceFee),
          ),
          word('breach', formatMoney(moneyOf(fold.breachPaid))),
          word('settledOn', proof.settledOn),
          word('way', fold.status),
        ],
      },
      { kind: 'text', text: say('settlements.paper.end') },
      { kind: 'signatures', parties: ['出租人'] },
    ],
  }
}

/** @throws 404 where nothing is paid off, 422 while it is not sealed yet */
export async function readCertificate(
  { orderId }: ParsedInputOf<typeof settlements.certificate>,
  call: Call,
): Promise<FileAnswer> {
  const order = await findOrder(orderId, call)
  const [proof] = await db()
    .select()
    .from(settleProof)
    .where(and(eq(settleProof.orderId, order.id), isNull(settleProof.voidedAt)))
  if (!proof) throw notFound()
  if (proof.fileId === null) throw refused('settlements.refusals.notSealed')
  const [file] = await db().select().from(attachment).where(eq(attachment.id, proof.fileId))
  if (!file) throw notFound()
  await audit({ object: `application:${order.id}`, after: { proofNo: proof.proofNo } })
  return storedAnswer(call.tenantId, { ...file, hash: file.fileId })
}
