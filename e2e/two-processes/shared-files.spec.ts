import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { attachments } from '../../lib/domains/materials/contract/attachments.ts'
import { expect, test } from '../support/desk.ts'
import { servers } from '../support/servers.ts'

/** Two processes with folders of their own and one bucket: what is stored by one is served by the other. */

const both = [servers[0] ?? '', process.env.OTHER_URL ?? '']

test('a picture that one process stored is served by the other, as it was stored', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  const cookies = await page.context().cookies(both[0])
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const ask = (server: string, path: string, init: RequestInit = {}) =>
    fetch(new URL(`/nlos${path}`, server), {
      ...init,
      headers: { cookie, origin: new URL(server).origin, 'x-nlos': '1' },
    })
  const list = await ask(both[0] ?? '', '/biz/order/intake/list', {
    method: 'POST',
    body: new URLSearchParams({ start: '0', length: '50', status: '["draft"]' }),
  })
  const { data } = (await list.json()) as { data: { id: number }[] }
  expect(data.length).toBeGreaterThan(0)

  for (const [at, server] of both.entries()) {
    const background = { r: 20 + at * 90, g: Math.floor(Math.random() * 256), b: 60 }
    const picture = await sharp({ create: { width: 64, height: 40, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const fileId = await upload(picture, server)
    const shown = await Promise.all(
      both.map(async (own) => {
        const response = await ask(own, `${attachments.download.path}?${new URLSearchParams(fileId)}`)
        return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
      }),
    )
    expect(shown.map(({ status }) => status)).toEqual([200, 200])
    expect(shown[0]?.bytes.length).toBeGreaterThan(100)
    expect(shown[0]?.bytes.equals(shown[1]?.bytes ?? Buffer.of())).toBe(true)
  }

  /** Of the first draft that takes a picture. */
  async function upload(picture: Buffer, server: string): Promise<{ orderId: string; fileId: string }> {
    const refused = []
    for (const { id } of data) {
      const form = new FormData()
      form.append('orderId', String(id))
      form.append('materialType', 'id_front')
      form.append('eventId', randomUUID())
      form.append('file', new Blob([new Uint8Array(picture)]), 'front.jpg')
      const response = await ask(server, attachments.upload.path, { method: 'POST', body: form })
      if (response.ok) {
        const { file } = (await response.json()) as { file: { id: number } }
        return { orderId: String(id), fileId: String(file.id) }
      }
      refused.push(response.status)
    }
    throw new Error(`no draft takes a picture: ${refused}`)
  }
})
