/** `npm run openapi`: prints the description of the /nlos/ service, for who builds one and has no console running. */
import { ensureInstalled } from './install.mjs'
import { onPinnedNode, root, script } from './runtime.mjs'

await script(async () => {
  await ensureInstalled()
  if (!(await onPinnedNode())) return
  process.chdir(root)
  const { openapiDocument } = await import('../lib/bff/openapi-document.ts')
  const { productVersion } = await import('../lib/bff/product-version.ts')
  process.stdout.write(`${JSON.stringify(openapiDocument(productVersion()), null, 1)}\n`)
})
