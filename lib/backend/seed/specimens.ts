import sharp from 'sharp'
import { materialLabel } from '../../rules/order-entry/materials.ts'
import { standardTemplate } from '../../rules/order-entry/template.ts'
import { hashOf, storeFile } from '../materials/file-store.ts'
import { previewWidth } from '../materials/picture.ts'
import type { Picture } from './material-rows.ts'
import type { NumberedPlan } from './order-plans.ts'
import type { Person } from './people.ts'
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

async function store(materialType: string, tenantIds: readonly number[], person?: Person): Promise<Picture> {
  const svg = drawSpecimen(
    materialLabel(materialType),
    linesOf(materialType, person),
    hues[materialType] ?? 260,
  )
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

/** Draws and stores the pictures of the demo. @returns which picture an order has of a kind of paper */
export async function storeSpecimens(
  plans: readonly NumberedPlan[],
  personOf: (plan: NumberedPlan) => Person,
): Promise<(plan: NumberedPlan, materialType: string) => Picture> {
  const tenants = demoTenants.map(({ id }) => id)
  const required = standardTemplate.materials.filter((item) => item.required)
  const shared = new Map(
    await Promise.all(
      required.map(async ({ materialType: type }) => [type, await store(type, tenants)] as const),
    ),
  )
  const waiting = plans.filter(({ status }) => status === 'wait_pre' || status === 'wait_entry')
  const own = new Map(
    await Promise.all(
      waiting.slice(0, drawnForCustomer).map(async (plan) => {
        const pictures = identityPapers.map((paper) => store(paper, [plan.tenantId], personOf(plan)))
        const [front, back] = await Promise.all(pictures)
        return [plan.id, { id_front: front, id_back: back }] as const
      }),
    ),
  )
  return ({ id }, materialType) => {
    const identity = identityPapers.find((paper) => paper === materialType)
    const picture = (identity && own.get(id)?.[identity]) ?? shared.get(materialType)
    if (!picture) throw new Error(`no specimen of ${materialType}`)
    return picture
  }
}
