import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { attachment } from '../../system/table.ts'
import type { TestBackend } from '../../testing.ts'
import { openings } from '../contract.ts'
import { openingPapers } from '../rules/opening.ts'
import { openingFile } from '../table.ts'

/** Openings as people make them, for tests. */

let made = 0
/** Something that no other opening of the run has. */
const next = () => `${Date.now().toString(36)}${(made++).toString(36)}`

export const region = ['110000', '110100', '110105']

export const shopOpening = (over: object = {}) => {
  const one = next()
  return {
    name: `试车行${one}`,
    shopType: '4S' as const,
    channelId: 1,
    branchId: 1,
    uscc: '91350100M000100Y43',
    legalName: '郑辉',
    contactName: '冯敏',
    contactMobile: '13800001234',
    region,
    address: '示例路10号',
    mainBrands: '示例牌',
    agreementTo: '2099-12-31',
    rebateMode: '按比例' as const,
    rebateValue: '0.0100',
    rating: 'B' as const,
    account: `s_${one}`.slice(-20),
    ...over,
  }
}
export const branchOpening = (over: object = {}) => ({
  name: `试分公司${next()}`,
  shortName: '试分',
  region,
  address: '示例路9号',
  principal: '吴涛',
  principalMobile: '13800001235',
  businessScope: ['sale_leaseback'],
  ...over,
})
export const channelOpening = (over: object = {}) => ({
  name: `试渠道${next()}`,
  uscc: '91350100M000100Y43',
  level: 'B' as const,
  cities: ['110100'],
  coopFrom: '2024-01-01',
  coopTo: '2099-12-31',
  rebateRate: '0.0100',
  depositRequired: '50000.00',
  quota: '5000000.00',
  ...over,
})

export const openingNow = async (backend: TestBackend, id: number, by = 'risk_manager') =>
  backend.as(by).call(openings.get, { id })

/** Every paper that somebody may want of it, without a byte of them. */
export const fillPapers = (openingId: number) =>
  inTenant(1, async () => {
    const [held] = await db()
      .select({ id: openingFile.id })
      .from(openingFile)
      .where(eq(openingFile.openingId, openingId))
      .limit(1)
    if (held) return
    for (const paper of openingPapers) {
      const [file] = await db()
        .insert(attachment)
        .values({ fileId: '0'.repeat(64), name: 'x.jpg', mime: 'image/jpeg', size: 1, uploadedBy: 1 })
        .returning({ id: attachment.id })
      await db()
        .insert(openingFile)
        .values({ openingId, paper, attachmentId: file?.id ?? 0 })
    }
  })

type Step = 'submit' | 'withdraw' | 'approve' | 'refuse' | 'suspend' | 'resume' | 'close'
/** A step on one as it stands now. */
export async function stepOf(backend: TestBackend, by: string, step: Step, id: number) {
  if (step === 'submit') await fillPapers(id)
  const { rowVersion } = await openingNow(backend, id)
  return backend
    .as(by)
    .send(openings[step], { id, rowVersion, reason: '资料核对', note: '', eventId: newEvent() } as never)
}

/** A channel that stands in this state, as its newest version. */
export async function channelIn(backend: TestBackend, state: 'draft' | 'waits' | 'open' | 'stopped') {
  const { id } = await backend.as('channel_mgr').call(openings.saveChannel, channelOpening())
  await fillPapers(id)
  const way = {
    draft: [],
    waits: ['submit'],
    open: ['submit', 'approve'],
    stopped: ['submit', 'approve', 'suspend'],
  }
  for (const step of way[state] as Step[])
    await stepOf(backend, step === 'submit' ? 'channel_mgr' : 'risk_manager', step, id)
  const { rowVersion } = await openingNow(backend, id)
  return { id, rowVersion }
}

/** A shop that two people have opened. */
export async function openedShop(backend: TestBackend, over: object = {}): Promise<number> {
  const { id } = await backend.as('channel_mgr').call(openings.saveShop, shopOpening(over))
  for (const [by, step] of [
    ['channel_mgr', 'submit'],
    ['branch_mgr', 'approve'],
    ['risk_manager', 'approve'],
  ] as const) {
    const { status, body } = await stepOf(backend, by, step, id)
    if (status !== 200) throw new Error(`${step} by ${by}: ${JSON.stringify(body)}`)
  }
  return id
}
