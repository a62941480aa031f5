import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { identity } from '../../identity/contract.ts'
import type { BizMode } from '../../identity/rules/tenant-settings.ts'
import { userSession } from '../../identity/table.ts'
import { products } from '../../products/contract.ts'
import { auditLog } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { tenants } from '../contract.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const admin = (tenant?: string) => backend.as('admin', tenant)
const brand = (tenant: string) => backend.withToken(undefined, { tenant }).call(tenants.brand, {})
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

/** Everything that a save sends when nothing is set. */
async function unset(tenant?: string) {
  const { name, rowVersion } = await admin(tenant).call(tenants.get, {})
  return { name, rowVersion, title: '', themeColor: '', watermark: '', collectOpen: true }
}

it('has nothing set at first, so that the brand of the deployment counts', async () => {
  const nothing = { title: null, themeColor: null, watermark: null, idleLockMinutes: null }
  expect(await brand('blq')).toEqual({ ...nothing, logo: null, favicon: null })
})

it('is saved for the own tenant alone, with an audit row, and taken back by emptying it', async () => {
  const before = await unset()
  const set = { title: '蓝桥金融', themeColor: '#8E5CD9', watermark: '内部资料', idleLockMinutes: 5 }
  await admin().call(tenants.save, { ...before, ...set, name: '蓝桥' })
  expect(await brand('blq')).toMatchObject(set)
  expect(await brand('qhe')).toMatchObject({ title: null })
  const [row] = await inTenant(1, () =>
    db().select().from(auditLog).where(eq(auditLog.action, 'tenant.save')),
  )
  expect(row).toMatchObject({ object: 'tenant:1', after: expect.objectContaining({ themeColor: '#8E5CD9' }) })
  await admin().call(tenants.save, await unset())
  expect(await brand('blq')).toMatchObject({ title: null, themeColor: null, idleLockMinutes: null })
})

it('refuses an old version with what differs, and values out of their bounds', async () => {
  const old = await unset()
  await admin().call(tenants.save, { ...old, watermark: '甲' })
  expect(await admin().send(tenants.save, { ...old, watermark: '乙' })).toMatchObject({
    status: 409,
    body: { conflict: { changes: [{ path: 'watermark', mine: '乙', theirs: '甲' }] } },
  })
  const now = await unset()
  for (const wrong of [
    { themeColor: 'red' },
    { themeColor: '#12345' },
    { idleLockMinutes: 481 },
    { sessionIdleMinutes: 9 },
    { sessionIdleMinutes: 121 },
    { sessionHours: 13 },
    { name: ' ' },
  ]) {
    expect(await admin().send(tenants.save, { ...now, ...wrong })).toMatchObject({ status: 400 })
  }
})

it('opens a kind of business for its products, and closes none that is still sold', async () => {
  const { bizModes } = await admin().call(tenants.get, {})
  const all: BizMode[] = ['direct_lease', 'sale_leaseback', 'assist_loan', 'joint_loan']
  await admin().call(tenants.save, { ...(await unset()), bizModes: all })
  expect((await backend.as('admin').call(products.choices, {})).bizModes).toEqual(all)
  // A save that says nothing about them leaves them.
  await admin().call(tenants.save, await unset())
  expect((await admin().call(tenants.get, {})).bizModes).toEqual(all)
  expect(await admin().send(tenants.save, { ...(await unset()), bizModes: [] })).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/^产品「.+」已上架，不能关闭其业务模式/) },
  })
  await admin().call(tenants.save, { ...(await unset()), bizModes: bizModes as BizMode[] })
  expect((await admin().call(tenants.get, {})).bizModes).toEqual(bizModes)
})

describe('pictures', () => {
  it('are served to anybody by their address, kept for good, and gone when removed', async () => {
    const { rowVersion } = await admin().call(tenants.get, {})
    const up = await admin().upload(
      tenants.uploadPicture,
      { kind: 'logo', rowVersion },
      { name: 'a.png', bytes: png },
    )
    const { logo, favicon } = await brand('blq')
    expect(logo).toMatch(/^\/nlos\/biz\/tenant\/picture\/get\?tenant=blq&file=[0-9a-f]{32}$/)
    expect(favicon).toBeNull()
    const asked = Object.fromEntries(new URLSearchParams(logo?.split('?')[1])) as {
      tenant: string
      file: string
    }
    // From the host of another tenant, as the login page of /login/:pro is.
    const stranger = backend.withToken(undefined, { tenant: 'qhe' })
    const answer = await stranger.raw(tenants.picture, asked)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect((await stranger.raw(tenants.picture, { ...asked, tenant: 'qhe' })).status).toBe(404)
    await admin().call(tenants.removePicture, { kind: 'logo', rowVersion: up.rowVersion })
    expect((await brand('blq')).logo).toBeNull()
    expect((await stranger.raw(tenants.picture, asked)).status).toBe(404)
  })

  it.each([
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 422],
    ['html', Buffer.from('<!doctype html><script>alert(1)</script>'), 422],
    ['empty', Buffer.alloc(0), 422],
    ['large', Buffer.concat([png, Buffer.alloc(200 * 1024)]), 413],
  ])('refuse what is %s', async (_name, bytes, status) => {
    const { rowVersion } = await admin().call(tenants.get, {})
    const sent = admin().upload(tenants.uploadPicture, { kind: 'logo', rowVersion }, { name: 'a.png', bytes })
    await expect(sent).rejects.toMatchObject({ status })
  })
})

describe('limits of a session', () => {
  const ageBy = (account: string, column: 'activeAt' | 'createdAt', minutes: number) =>
    inTenant(2, async () => {
      const at = new Date(Date.now() - minutes * 60_000).toISOString()
      const { rows } = await db().execute<{ id: number }>(
        `select s.id from user_session s join sys_user u on u.id = s.user_id where u.account = '${account}'`,
      )
      for (const { id } of rows)
        await db()
          .update(userSession)
          .set({ [column]: at })
          .where(eq(userSession.id, id))
    })

  it('are the service’s, or what the tenant says below them, at once for those who are signed in', async () => {
    const clerk = backend.as('entry_clerk', 'qhe')
    const status = async () => (await clerk.send(identity.userInfo, {})).status
    expect(await status()).toBe(200)
    await ageBy('entry_clerk', 'activeAt', 30)
    await ageBy('entry_clerk', 'createdAt', 180)
    expect(await status()).toBe(200)
    await ageBy('entry_clerk', 'activeAt', 30)
    await admin('qhe').call(tenants.save, { ...(await unset('qhe')), sessionIdleMinutes: 20 })
    expect(await status()).toBe(401)
    await admin('qhe').call(tenants.save, { ...(await unset('qhe')), sessionHours: 2 })
    expect(await status()).toBe(401)
    await admin('qhe').call(tenants.save, { ...(await unset('qhe')), sessionHours: 4 })
    expect(await status()).toBe(200)
  })
})
