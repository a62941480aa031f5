import { and, eq, isNotNull } from 'drizzle-orm'
import { say } from '../../../../i18n/say.ts'
import type { PublicCall } from '../../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../../platform/contract/endpoint.ts'
import { db, inTenantOf } from '../../../../platform/db/client.ts'
import { badInput, CallError, refused } from '../../../../platform/errors.ts'
import type { FileAnswer } from '../../../../platform/handler.ts'
import { maskMobile } from '../../../../rules/mask.ts'
import { consumeCode } from '../../../collect/service/codes.ts'
import { tenant } from '../../../identity/table.ts'
import type { signing as calls } from '../../contract/signing.ts'
import { maskName, mostTailTries, signingSessionMinutes } from '../../rules/signing.ts'
import { signing, signingEvent } from '../../table/signing.ts'
import { readContractFile } from '../contract-files.ts'
import { beforeOf, findLink, hashOfSecret, newSecret, note, type Signing } from './links.ts'

/**
 * Everything that the page on the phone asks before anything is signed: whose link, which papers, who is there, what
 * was shown.
 */

export type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>

/** One transaction of the tenant. A refusal that is answered keeps what was written; it is thrown behind the commit. */
export async function answered<T>(
  { tenantCode }: Pick<PublicCall, 'tenantCode'>,
  work: (tenantId: number) => Promise<T | CallError>,
): Promise<T> {
  const answer = await inTenantOf(tenantCode, work)
  if (answer instanceof CallError) throw answer
  return answer
}

/** Whoever may still sign, and whoever has signed and asks for his copy, proves himself in the same way. */
const provable = (state: Link['state']) => state === 'ready' || state === 'signed'

/** The link of a token, or 422 in the words of the page. */
async function openLink(
  token: string,
  { now }: PublicCall,
  { lock = false, copies = false } = {},
): Promise<Link> {
  const link = await findLink(token, now, { lock })
  if (!link) throw refused('signing.unknown')
  if (copies ? !provable(link.state) : link.state !== 'ready') throw refused(`signing.${link.state}`)
  return link
}

const holds = ({ sessionHash, sessionEndsAt }: Signing, session: string | undefined, now: Date) =>
  session !== undefined &&
  sessionHash === hashOfSecret(session) &&
  sessionEndsAt !== null &&
  new Date(sessionEndsAt) > now

/**
 * The link of a phone that has proved itself; its session goes on from now.
 * @throws 422 `signing.proveAgain` for one that has not, or was followed by another
 */
export async function provedLink(
  { token, session }: { token: string; session: string },
  call: PublicCall,
  { lock = false, copies = false } = {},
): Promise<Link> {
  const link = await openLink(token, call, { lock, copies })
  if (!holds(link.row, session, call.now)) throw refused('signing.proveAgain')
  await db()
    .update(signing)
    .set({ sessionEndsAt: sessionEnd(call.now) })
    .where(eq(signing.id, link.row.id))
  return link
}

const sessionEnd = (now: Date) => new Date(now.getTime() + signingSessionMinutes * 60_000).toISOString()

export function openSigning(
  { token, session }: ParsedInputOf<typeof calls.open>,
  call: PublicCall,
): Promise<OutputOf<typeof calls.open>> {
  return inTenantOf(call.tenantCode, async () => {
    const link = await findLink(token, call.now)
    const nothing = { signer: null, before: [], expireAt: null, endedAt: null, titles: [], papers: [] }
    if (!link) return { ...nothing, state: 'unknown', company: '', proved: false, triesLeft: 0 }
    const { row, round, state, papers } = link
    // Row security shows the transaction's tenant alone.
    const [company] = await db().select({ name: tenant.name }).from(tenant)
    const proved = provable(state) && holds(row, session, call.now)
    const read = proved ? await shownPages(row.id) : new Map<number, number[]>()
    return {
      state,
      company: company?.name ?? '',
      signer: {
        name: maskName(row.name),
        role: say(`sms.parties.${row.signerRole}`),
        mobile: maskMobile(row.mobile),
      },
      before: state === 'waiting' ? beforeOf(row, round).map(({ name }) => maskName(name)) : [],
      expireAt: row.expiresAt,
      endedAt: row.endedAt,
      titles: papers.map(({ title }) => title),
      proved,
      triesLeft: Math.max(0, mostTailTries - row.tailTries),
      papers: proved
        ? papers.map(({ id, title, contractNo, pages, sealedHash }) => ({
            id,
            title,
            contractNo,
            pages: pages ?? 0,
            read: read.get(id) ?? [],
            sealed: sealedHash !== null,
          }))
        : [],
    }
  })
}

/** The pages that were shown to who signs, by paper. */
export async function shownPages(signingId: number): Promise<Map<number, number[]>> {
  const rows = await db()
    .select({ contractId: signingEvent.contractId, page: signingEvent.page })
    .from(signingEvent)
    .where(
      and(eq(signingEvent.signingId, signingId), eq(signingEvent.kind, 'page'), isNotNull(signingEvent.page)),
    )
    .groupBy(signingEvent.contractId, signingEvent.page)
    .orderBy(signingEvent.contractId, signingEvent.page)
  const pages = new Map<number, number[]>()
  for (const { contractId, page } of rows)
    if (contractId !== null && page !== null) pages.set(contractId, [...(pages.get(contractId) ?? []), page])
  return pages
}

/**
 * The last four digits of the ID number; wrong ones count, and after some the link stays shut.
 * @throws nothing: a refusal is answered, so that the try counts
 */
export async function checkTail(
  { token, idTail }: ParsedInputOf<typeof calls.sendCode>,
  call: PublicCall,
): Promise<Link | CallError> {
  const link = await openLink(token, call, { lock: true, copies: true })
  const { row } = link
  if (row.tailTries >= mostTailTries) return refused('signing.shut')
  if (row.idNo.slice(-4).toUpperCase() === idTail) return link
  await db()
    .update(signing)
    .set({ tailTries: row.tailTries + 1 })
    .where(eq(signing.id, row.id))
  const left = mostTailTries - row.tailTries - 1
  return left === 0
    ? refused('signing.shut')
    : badInput({ idTail: { key: 'signing.wrongTail', params: { left } } })
}

/** A session for the phone that knows the code; whichever had one before is out. */
export function proveSigner(
  { token, code }: ParsedInputOf<typeof calls.prove>,
  call: PublicCall,
): Promise<OutputOf<typeof calls.prove>> {
  return answered(call, async () => {
    const { row } = await openLink(token, call, { lock: true, copies: true })
    // Answered, not thrown: the try counts.
    if (!(await consumeCode(row.mobile, { signingId: row.id }, code)))
      return badInput({ code: 'collectPage.wrongCode' })
    const session = newSecret()
    await db()
      .update(signing)
      .set({ sessionHash: hashOfSecret(session), sessionEndsAt: sessionEnd(call.now), tailTries: 0 })
      .where(eq(signing.id, row.id))
    await note(row, call, [{ kind: 'proved' }])
    return { session, minutes: signingSessionMinutes }
  })
}

/**
 * The paper as it was made: its bytes are those whose hash the evidence names, which is written when they are there. Whoever
 * has signed gets it as it was signed and sealed.
 * @throws 422 `signing.notSealed` for a copy that the company has not sealed yet
 */
export async function readPaper(
  { token, session, id }: ParsedInputOf<typeof calls.paper>,
  call: PublicCall,
): Promise<FileAnswer> {
  const { row, file, hash, tenantId } = await inTenantOf(call.tenantCode, async (tenantId) => {
    const { row, state, papers } = await provedLink({ token, session }, call, { copies: true })
    const file = papers.find((paper) => paper.id === id)
    if (!file) throw refused('signing.unknown')
    const hash = state === 'signed' ? file.sealedHash : file.fileHash
    if (hash === null) throw refused('signing.notSealed')
    return { row, file, hash, tenantId }
  })
  return {
    mime: 'application/pdf',
    name: `${file.contractNo} ${file.title}.pdf`,
    async body() {
      const bytes = await readContractFile({ ...file, sealedHash: hash }, tenantId)
      await inTenantOf(call.tenantCode, () => note(row, call, [{ kind: 'paper', contractId: id, hash }]))
      return bytes
    },
  }
}

/** True where the paper, as it is now, has come to the phone. */
async function hasCome(row: Signing, { id, fileHash }: Link['papers'][number]): Promise<boolean> {
  const [event] = await db()
    .select({ id: signingEvent.id })
    .from(signingEvent)
    .where(
      and(
        ...[eq(signingEvent.signingId, row.id), eq(signingEvent.kind, 'paper')],
        ...[eq(signingEvent.contractId, id), eq(signingEvent.hash, fileHash)],
      ),
    )
    .limit(1)
  return event !== undefined
}

/** Notes each page once, when it was shown first. @throws 422 for a paper whose bytes never went there */
export function noteShown(
  { token, session, id, pages }: ParsedInputOf<typeof calls.shown>,
  call: PublicCall,
): Promise<OutputOf<typeof calls.shown>> {
  return inTenantOf(call.tenantCode, async () => {
    const { row, papers } = await provedLink({ token, session }, call, { lock: true })
    const paper = papers.find((one) => one.id === id)
    if (!paper) throw refused('signing.unknown')
    if (!(await hasCome(row, paper))) throw refused('signing.unread', { title: paper.title })
    const before = (await shownPages(row.id)).get(id) ?? []
    const fresh = [...new Set(pages)].filter((page) => page <= (paper.pages ?? 0) && !before.includes(page))
    await note(
      row,
      call,
      fresh.map((page) => ({ kind: 'page', contractId: id, page, hash: paper.fileHash })),
    )
    return { read: [...before, ...fresh].sort((a, b) => a - b) }
  })
}
