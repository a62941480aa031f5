/** Programs that read PDF files and know nothing of the product: poppler's, and OpenSSL for their seals. */
import { spawnSync } from 'node:child_process'
import { installDebianPackages } from './debian.mjs'

/** @throws {Error} when one of them lacks and cannot be installed */
export async function ensurePoppler() {
  const lacks = (program) => spawnSync(program, ['-v']).error !== undefined
  const packages = [
    ...(['pdfsig', 'pdftotext', 'pdftoppm'].some(lacks) ? ['poppler-utils'] : []),
    ...(lacks('openssl') ? ['openssl'] : []),
  ]
  if (packages.length > 0) await installDebianPackages(packages, 'the tests of contracts')
}
