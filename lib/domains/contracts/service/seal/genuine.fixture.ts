import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The signature's own place, which it cannot cover. */
export function gapOf(bytes: Buffer) {
  const [, , start, end] = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)/.exec(bytes.toString('latin1')) ?? []
  return { start: Number(start), end: Number(end) }
}

/**
 * Everything that OpenSSL says of a sealed file: its own CMS over its own bytes, by the authority of the demo.
 * @param home of the authority
 * @param gap where the signature stood before somebody changed the file
 */
export function isGenuine(home: string, bytes: Buffer, { start, end } = gapOf(bytes)): boolean {
  const [cms, content, trusted] = ['cms.der', 'content', 'authority.pem'].map((name) => join(home, name))
  const { certificate } = JSON.parse(readFileSync(join(home, 'authority.json'), 'utf8'))
  const hex = bytes.toString('latin1', start + 1, end - 1)
  writeFileSync(cms ?? '', Buffer.from(hex, 'hex'))
  writeFileSync(content ?? '', Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]))
  writeFileSync(
    trusted ?? '',
    `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  )
  const said = spawnSync('openssl', [
    'cms',
    '-verify',
    '-binary',
    '-inform',
    'DER',
    '-in',
    cms ?? '',
    '-content',
    content ?? '',
    '-CAfile',
    trusted ?? '',
    '-purpose',
    'any',
    '-cades',
    '-out',
    '/dev/null',
  ])
  return said.status === 0
}
