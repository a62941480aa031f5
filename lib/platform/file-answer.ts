import { attachmentHeader } from '../rules/file-name.ts'
import type { FileAnswer } from './handler.ts'

/** Not by proxies: they would give it to whoever asks. */
const KEPT_FOR_GOOD = 'private, max-age=31536000, immutable'

/** A file as a download. Its body is read here, where no connection is held any more. */
export async function fileResponse({ body, immutable, mime, name }: FileAnswer): Promise<Response> {
  const content = typeof body === 'function' ? await body() : body
  return new Response(content as BodyInit, {
    headers: {
      'cache-control': immutable ? KEPT_FOR_GOOD : 'no-store',
      'x-content-type-options': 'nosniff',
      'content-type': mime,
      'content-disposition': attachmentHeader(name),
      'content-security-policy': "sandbox; default-src 'none'",
    },
  })
}
