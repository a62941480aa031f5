import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { hashOf } from '../../platform/files/file-hash.ts'
import { storeFile } from '../../platform/files/file-store.ts'
import { diligencePictures } from '../due-diligence/demo.ts'
import { demoPiece } from '../interviews/demo.ts'
import { previewWidth } from '../materials/service/file-limits.ts'
import { materialLabel } from '../orders/rules/entry/materials.ts'
import { templates } from '../orders/rules/entry/templates.ts'
import type { NumberedPlan } from './order-plans.ts'
import { customerOf } from './order-story.ts'
import type { Person } from './people.ts'
import type { Picture, Pictures } from './pictures.ts'
import { drawSpecimen, type Line, specimenSize } from './specimen-drawing.ts'
import { demoTenants } from './tenants.ts'

/**
 * Pictures that look like the papers of an order and say 样张. Most orders share one picture a kind of paper; the
 * identity cards of the first orders that wait for the pre-review or the entry show their customer.
 */

const identityPapers = ['id_front', 'id_back'] as const

/** Orders whose identity papers are drawn for their customer. */
const drawnForCustomer = 16

const hues: Partial<Record<string, number>> = { id_front: 205, id_back: 190, credit_auth: 40, car_order: 140 }

function linesOf(materialType: string, person: Person | undefined): readonly Line[] {
  if (!person)
    return [
      ['用途', '演示数据'],
      ['编号', 'SPECIMEN 000000'],
    ]
  const { name, gender, birthDate, idNo } = person
  if (materialType === 'id_back')
    return [
      ['签发机关', '示例市公安局'],
      ['说明', '演示数据，不具效力'],
    ]
  return [
    ['姓名', name],
    ['性别', gender === '1' ? '男' : '女'],
    ['出生', birthDate],
    ['住址', '示例省示例市示例路'],
    ['号码', idNo],
  ]
}

const paperOf = (materialType: string, person?: Person) =>
  drawSpecimen(materialLabel(materialType), linesOf(materialType, person), hues[materialType] ?? 260)

/** Everything that a visit's photos show. */
const visits = { home: '住址', work: '证明', car: '车身', signature: '签名' } as const

async function store(svg: string, tenantIds: readonly number[]): Promise<Picture> {
  const bytes = await sharp(Buffer.from(svg)).png({ compressionLevel: 6 }).toBuffer()
  const preview = await sharp(bytes)
    .resize({ width: previewWidth })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 70 })
    .toBuffer()
  const fileId = hashOf(bytes)
  for (const tenantId of tenantIds) {
    await storeFile(tenantId, fileId, bytes)
    await storeFile(tenantId, fileId, preview, true)
  }
  return { fileId, size: bytes.length, ...specimenSize }
}

/** The piece that the recordings of interviews are made of. */
async function storePiece(tenantIds: readonly number[]): Promise<Picture> {
  const bytes = await readFile(join(import.meta.dirname, 'interview-piece.webm'))
  const fileId = hashOf(bytes)
  for (const tenantId of tenantIds) await storeFile(tenantId, fileId, bytes)
  return { fileId, size: bytes.length, width: 640, height: 360 }
}

/** Draws and stores the pictures of the demo, whose orders these are. */
export async function storeSpecimens(plans: readonly NumberedPlan[]): Promise<Pictures> {
  const tenants = demoTenants.map(({ id }) => id)
  const required = templates.flatMap(({ materials }) => materials.filter((item) => item.required))
  const shared = [...new Set(required.map(({ materialType }) => materialType))].map(
    async (materialType) => [materialType, await store(paperOf(materialType), tenants)] as const,
  )
  const visited = diligencePictures.map(async (subject, at) => {
    const svg = drawSpecimen(visits[subject], linesOf(subject, undefined), 20 + at * 90)
    return [`diligence ${subject}`, await store(svg, tenants)] as const
  })
  const recorded = async () => [demoPiece, await storePiece(tenants)] as const
  const waiting = plans.filter(
    (plan) => (plan.status === 'wait_pre' || plan.status === 'wait_entry') && !customerOf(plan).legal,
  )
  const own = waiting.slice(0, drawnForCustomer).flatMap((plan) =>
    identityPapers.map(async (paper) => {
      const picture = await store(paperOf(paper, customerOf(plan)), [plan.tenantId])
      return [`${plan.id} ${paper}`, picture] as const
    }),
  )
  return new Map(await Promise.all([...shared, ...visited, recorded(), ...own]))
}
