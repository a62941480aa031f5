import { ReadableStream as WebStream } from 'node:stream/web'
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import { Zip, ZipPassThrough } from 'fflate'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db, holdsNoConnection } from '../../../platform/db/client.ts'
import { notFound } from '../../../platform/errors.ts'
import { readStored } from '../../../platform/files/file-store.ts'
import type { FileAnswer } from '../../../platform/handler.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import type { orderContracts } from '../contract/orders.ts'
import { liveStatuses } from '../rules/contract-kinds.ts'
import { contract } from '../table/contracts.ts'

/** Contracts as files. */

type File = { contractNo: string; title: string; fileHash: string; sealedHash: string | null }
type Row = File & { orderId: number }

const found = (where: SQL | undefined, { actor }: Call): Promise<Row[]> =>
  db()
    .select({
      contractNo: contract.contractNo,
      title: contract.title,
      fileHash: contract.fileHash,
      sealedHash: contract.sealedHash,
      orderId: contract.orderId,
    })
    .from(contract)
    .innerJoin(application, eq(application.id, contract.orderId))
    .where(and(where, orderScope(actor)))
    .orderBy(asc(contract.orderId), asc(contract.id))

/**
 * A contract with its seal, or as it was made while it has none.
 * @throws 404 for a file that is gone, 422 for one that is not as it was made or sealed
 */
export async function readContractFile(
  { fileHash, sealedHash, contractNo }: Omit<File, 'title'>,
  tenantId: number,
): Promise<Buffer> {
  const bytes = await readStored(tenantId, sealedHash ?? fileHash, { name: contractNo })
  if (!bytes) throw notFound()
  return bytes
}

const nameOf = ({ contractNo, title }: File) => `${contractNo} ${title}.pdf`

export async function contractFile(id: number, call: Call): Promise<FileAnswer> {
  const [row] = await found(eq(contract.id, id), call)
  if (!row) throw notFound()
  await audit({ object: `application:${row.orderId}`, after: { contractNo: row.contractNo } })
  return { mime: 'application/pdf', name: nameOf(row), body: () => readContractFile(row, call.tenantId) }
}

type Asked = ParsedInputOf<typeof orderContracts.files>

/** One after another into the answer: no more than one of them is in memory. */
export async function contractFiles({ ids, orderIds = [] }: Asked, call: Call): Promise<FileAnswer> {
  const rows = await found(
    ids
      ? inArray(contract.id, ids)
      : and(inArray(contract.orderId, orderIds), inArray(contract.status, [...liveStatuses])),
    call,
  )
  const missing = ids
    ? rows.length !== new Set(ids).size
    : new Set(rows.map(({ orderId }) => orderId)).size !== new Set(orderIds).size
  if (missing) throw notFound()
  for (const [orderId, own] of Map.groupBy(rows, ({ orderId }) => orderId))
    await audit({
      object: `application:${orderId}`,
      after: { contractNo: own.map(({ contractNo }) => contractNo).join(' ') },
    })
  const body = async () => {
    holdsNoConnection('Packing contracts')
    // An answer that has begun cannot say any more why it ends: each is looked at before the first goes.
    for (const row of rows) await readContractFile(row, call.tenantId)
    return WebStream.from(zipOf(rows, call)) as unknown as ReadableStream<Uint8Array>
  }
  return { mime: 'application/zip', name: `合同 ${call.today}.zip`, body }
}

/** PDFs are compressed already: they are only put behind one another. */
async function* zipOf(rows: readonly Row[], { tenantId, now }: Call): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  for (const row of rows) {
    const bytes = await readContractFile(row, tenantId)
    const entry = new ZipPassThrough(nameOf(row))
    entry.mtime = now
    zip.add(entry)
    entry.push(bytes, true)
    yield* pieces.splice(0)
  }
  zip.end()
  yield* pieces.splice(0)
}
