/** `npm run openapi`: writes docs/openapi.json from the contracts. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { onPinnedNode, root, say, script } from './runtime.mjs'

await script(async () => {
  await ensureInstalled()
  if (await onPinnedNode()) await write()
})

async function write() {
  const { openapiDocument } = await import('./openapi-document.ts')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const document = openapiDocument(version)
  writeFileSync(join(root, 'docs', 'openapi.json'), `${JSON.stringify(document, null, 1)}\n`)
  say(`docs/openapi.json: ${Object.keys(document.paths).length} paths.`)
}
