import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import { say } from '../../../../i18n/say.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Call } from '../../../../platform/context.ts'
import { db } from '../../../../platform/db/client.ts'
import { notFound, refused } from '../../../../platform/errors.ts'
import type { FileAnswer } from '../../../../platform/handler.ts'
import { maskIdNo, maskMobile } from '../../../../rules/mask.ts'
import { deviceOf } from '../../../identity/rules/device.ts'
import { orderScope } from '../../../orders/service/data-scope.ts'
import { application } from '../../../orders/table.ts'
import type { ContractPaper } from '../../rules/contract-text.ts'
import { contract, contractSigner } from '../../table/contracts.ts'
import { signing, signingEvent } from '../../table/signing.ts'
import { drawContract, signsText } from '../draw-contract.ts'
import { companyName } from './tell-signing.ts'

/**
 * 签约证据报告 of one contract, from what was noted while it was signed: who, when, from where, what stood on the screen,
 * and the hashes by which anybody can hold the file against it.
 */

type Contract = typeof contract.$inferSelect
type Signer = typeof signing.$inferSelect
type Event = typeof signingEvent.$inferSelect

export async function evidenceReport(id: number, call: Call): Promise<FileAnswer> {
  const [found] = await db()
    .select({ contract, orderNo: application.orderNo })
    .from(contract)
    .innerJoin(application, eq(application.id, contract.orderId))
    .where(and(eq(contract.id, id), orderScope(call.actor)))
  if (!found) throw notFound()
  const signers = await signersOf(id)
  if (signers.length === 0) throw refused('signing.nothingSigned')
  const events = await eventsOf(id, signers)
  const paper = reportOf({ ...found, signers, events, company: await companyName() })
  const { contractNo, orderId } = found.contract
  await audit({ object: `application:${orderId}`, after: { contractNo } })
  return {
    mime: 'application/pdf',
    name: `${contractNo} ${paper.title}.pdf`,
    async body() {
      const drawn = await drawContract(paper, call.now.toISOString(), call.tenantId)
      if ('lacking' in drawn)
        throw refused('contracts.lackingSigns', { signs: signsText(drawn.lacking), title: paper.title })
      return drawn.bytes
    },
  }
}

const signersOf = async (contractId: number): Promise<Signer[]> =>
  (
    await db()
      .select({ signing })
      .from(contractSigner)
      .innerJoin(signing, eq(signing.id, contractSigner.signingId))
      .where(eq(contractSigner.contractId, contractId))
      .orderBy(asc(signing.seq))
  ).map((row) => row.signing)

/** Those of this contract, and those of the person that belong to none. */
const eventsOf = (contractId: number, signers: readonly Signer[]): Promise<Event[]> =>
  db()
    .select()
    .from(signingEvent)
    .where(
      and(
        inArray(
          signingEvent.signingId,
          signers.map(({ id }) => id),
        ),
        or(isNull(signingEvent.contractId), eq(signingEvent.contractId, contractId)),
      ),
    )
    .orderBy(asc(signingEvent.at), asc(signingEvent.id))

type Report = { contract: Contract; orderNo: string; signers: Signer[]; events: Event[]; company: string }

function reportOf({ contract: one, orderNo, signers, events, company }: Report): ContractPaper {
  const word = (key: Parameters<typeof say>[0]) => say(key)
  const nameOf = (id: number) => signers.find((signer) => signer.id === id)?.name ?? ''
  return {
    title: word('signing.report.title'),
    contractNo: one.contractNo,
    company,
    blocks: [
      { kind: 'heading', text: word('signing.report.contract') },
      {
        kind: 'table',
        rows: [
          [word('signing.report.name'), one.title],
          [word('contracts.contractNo'), one.contractNo],
          [word('signing.report.orderNo'), orderNo],
          [word('signing.report.version'), one.templateVersion],
          [word('contracts.generatedAt'), timeOf(one.generatedAt)],
          [word('contracts.state'), one.status],
          [word('signing.report.pages'), String(one.pages ?? 0)],
          [word('signing.report.madeHash'), one.fileHash],
          ...(one.sealedHash
            ? [
                [word('signing.report.sealedHash'), one.sealedHash],
                [
                  word('signing.report.seal'),
                  `${company} · PAdES ${one.sealLevel} · ${timeOf(one.sealedAt)}`,
                ],
              ]
            : []),
        ],
      },
      { kind: 'heading', text: word('signing.report.signers') },
      ...signers.map((signer) => ({ kind: 'table' as const, rows: signerRows(signer, events, one) })),
      { kind: 'heading', text: word('signing.report.events') },
      {
        kind: 'rows',
        head: [
          word('signing.report.at'),
          word('signing.report.who'),
          word('signing.report.what'),
          word('signing.report.from'),
          word('signing.report.device'),
        ],
        rows: events.map((event) => [
          timeOf(event.at),
          nameOf(event.signingId),
          say(`signing.report.kinds.${event.kind}`, { page: event.page ?? 0 }),
          event.ip || '—',
          deviceOf(event.device) || '—',
        ]),
      },
      { kind: 'heading', text: word('signing.report.notes') },
      ...(['noteIdentity', 'noteFile', 'noteSeal'] as const).map((key) => ({
        kind: 'text' as const,
        text: word(`signing.report.${key}`),
      })),
    ],
  }
}

function signerRows(signer: Signer, events: readonly Event[], one: Contract): string[][] {
  const own = events.filter(({ signingId }) => signingId === signer.id)
  const times = (kind: Event['kind']) =>
    own.filter((event) => event.kind === kind).map(({ at }) => timeOf(at))
  const pages = own.filter(({ kind }) => kind === 'page')
  const span = pages.length === 0 ? '—' : `${timeOf(pages[0]?.at)} — ${timeOf(pages.at(-1)?.at)}`
  return [
    [say('signing.report.who'), `${signer.signerRole} ${signer.name}`],
    [say('signing.report.idNo'), maskIdNo(signer.idNo)],
    [say('signing.report.mobile'), maskMobile(signer.mobile)],
    [say('signing.report.sentAt'), times('sent').join('；') || '—'],
    [say('signing.report.provedAt'), times('proved').join('；') || '—'],
    [say('signing.report.read'), `${pages.length}/${one.pages ?? 0} · ${span}`],
    [
      say('signing.report.outcome'),
      `${signer.status} ${timeOf(signer.endedAt)}${signer.refuseReason ? ` · ${signer.refuseReason}` : ''}`,
    ],
    [say('signing.report.from'), signer.ip || '—'],
    [say('signing.report.device'), signer.device || '—'],
  ]
}

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})
const timeOf = (at: string | null | undefined) => (at ? clock.format(new Date(at)) : '—')
