import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { oncePerProcess } from './once-per-process.ts'

/** The version of the product, as its package.json has it. */
export function productVersion(): string {
  return oncePerProcess('version', () => {
    const text = readFileSync(join(process.cwd(), 'package.json'), 'utf8')
    const { version }: { version: string } = JSON.parse(text)
    return version
  })
}

/** Names the build of the pages that this process serves; empty where they are not built beforehand, as in development. */
export function buildId(): string {
  return oncePerProcess('build', () => {
    const file = join(process.cwd(), '.next', 'BUILD_ID')
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  })
}
