import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import { request } from 'undici'
import { holdsNoConnection } from '../db/client.ts'
import { OutageError } from '../outage.ts'
import { KEY, type ObjectStore, readObject, type StoredObject } from './object-store.ts'

/** The settings by which a bucket is reached; `url` is the bucket's own, with its name in the host or in the path. */
export type S3Settings = { url: URL; keyId: string; secret: string; region: string }

/** A body that is sent from the disk, again with each try. */
type FileToSend = { path: string; size: number; hash: string }

/** A bucket that does not answer is away: an upload waits for no more than this, in ms. */
const limitMs = 30_000
const attempts = 3

/** A bucket of S3, or of whatever speaks like it, as a store. A PUT of S3 is whole or not at all. */
export function s3Store({ url, keyId, secret, region }: S3Settings): ObjectStore {
  const base = url.href.replace(/\/$/, '')

  async function send(method: string, path: string, body?: Uint8Array | FileToSend) {
    const isFile = body !== undefined && 'path' in body
    const signed = await new AwsV4Signer({
      method,
      url: `${base}${path}`,
      accessKeyId: keyId,
      secretAccessKey: secret,
      region,
      service: 's3',
      // The bucket refuses what it did not get as it was sent.
      headers: {
        'x-amz-content-sha256': isFile
          ? body.hash
          : createHash('sha256')
              .update(body ?? '')
              .digest('hex'),
      },
    }).sign()
    return request(signed.url, {
      method: method as 'GET',
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(isFile && { 'content-length': String(body.size) }),
      },
      // As it is: fetch() would copy it first.
      ...(body && { body: isFile ? createReadStream(body.path) : body }),
      headersTimeout: limitMs,
      bodyTimeout: limitMs,
    })
  }

  /** The answer, when it is one of these; what a second try may mend is tried again. @throws OutageError */
  async function ask(
    method: string,
    path: string,
    wanted: readonly number[],
    body?: Uint8Array | FileToSend,
  ) {
    for (let attempt = 1; ; attempt++) {
      const answer = await send(method, path, body).catch((error: unknown) => ({ failed: String(error) }))
      if (!('failed' in answer) && wanted.includes(answer.statusCode)) return answer
      const reason =
        'failed' in answer
          ? answer.failed
          : `${answer.statusCode} ${(await answer.body.text()).slice(0, 200)}`
      const passes = 'failed' in answer || answer.statusCode >= 500 || answer.statusCode === 429
      if (!passes || attempt === attempts) throw new OutageError(`The bucket of files: ${method} ${reason}`)
      await new Promise((resolve) => setTimeout(resolve, attempt * 200))
    }
  }

  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('not the name of a stored file')
    return `/${key}`
  }

  const store: ObjectStore = {
    put: async (key, bytes) => (await ask('PUT', pathOf(key), [200], bytes)).body.dump(),

    async putFile(key, path) {
      holdsNoConnection('Sending a file')
      const { size } = await stat(path)
      const hash = key.split('/').at(-1) ?? ''
      await (await ask('PUT', pathOf(key), [200], { path, size, hash })).body.dump()
    },

    async open(key) {
      const { statusCode, body } = await ask('GET', pathOf(key), [200, 404])
      if (statusCode === 200) return Readable.toWeb(body) as ReadableStream<Uint8Array>
      await body.dump()
      return undefined
    },

    async has(key) {
      const { statusCode, body } = await ask('HEAD', pathOf(key), [200, 404])
      await body.dump()
      return statusCode === 200
    },

    async move(from, to) {
      const bytes = await readObject(store, from)
      if (!bytes) return
      await store.put(to, bytes)
      await store.remove(from)
    },

    remove: async (key) => (await ask('DELETE', pathOf(key), [200, 204, 404])).body.dump(),

    async *list(tenantId) {
      const prefix = tenantId === undefined ? '' : `${tenantId}/`
      for (let last = ''; ; ) {
        const query = new URLSearchParams({
          'list-type': '2',
          'start-after': last,
          ...(prefix && { prefix }),
        })
        const { body } = await ask('GET', `/?${query}`, [200])
        const found = readPage(await body.text())
        yield* found.filter(({ key }) => KEY.test(key))
        last = found.at(-1)?.key ?? ''
        if (last === '') return
      }
    },

    async tryWrite() {
      const probe = `/.${randomUUID()}.tmp`
      await (await ask('PUT', probe, [200], new Uint8Array(16))).body.dump()
      await (await ask('DELETE', probe, [200, 204])).body.dump()
    },
  }
  return store
}

/** The objects of a page of ListObjectsV2, in the order of their names. */
function readPage(xml: string): StoredObject[] {
  const one = (text: string, tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1] ?? ''
  return Array.from(xml.matchAll(/<Contents>(.*?)<\/Contents>/gs), ([, text = '']) => ({
    key: one(text, 'Key'),
    size: Number(one(text, 'Size')),
    modified: Date.parse(one(text, 'LastModified')),
  }))
}
