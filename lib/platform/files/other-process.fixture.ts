import { keepFilesIn, readStored, storeFile } from './file-store.ts'
import type { S3Settings } from './s3-store.ts'

/** Another process of the same installation, with a folder of its own: keeps and reads what it is told. */

export type Question =
  | { place: { dataDir: string; s3: Omit<S3Settings, 'url'> & { url: string } } }
  | { store: { tenantId: number; hash: string; text: string } }
  | { read: { tenantId: number; hash: string } }

process.on('message', async (question: Question) => {
  if ('place' in question) {
    const { dataDir, s3 } = question.place
    keepFilesIn({ dataDir, s3: { ...s3, url: new URL(s3.url) } })
  } else if ('store' in question) {
    const { tenantId, hash, text } = question.store
    await storeFile(tenantId, hash, Buffer.from(text))
  }
  const found = 'read' in question && (await readStored(question.read.tenantId, question.read.hash))
  process.send?.({ text: found ? found.toString('base64') : null })
})
