/** `npm run where -- 快递`: URL, title, domain and page of each screen that a text is a part of. */
import { existsSync, readFileSync } from 'node:fs'
import { ensureInstalled } from './install.mjs'
import { onPinnedNode, root, script } from './runtime.mjs'

await script(async () => {
  await ensureInstalled()
  if (!(await onPinnedNode())) return
  process.chdir(root)
  const wanted = process.argv.slice(2).join(' ')
  const rows = await screensCalled(wanted)
  if (wanted === '' || rows.length === 0)
    throw new Error(
      `No screen is called ${wanted || 'nothing'}: say a URL, a domain or a title, such as couriers.`,
    )
  for (const row of rows) console.log(row.filter(Boolean).join('  '))
})

async function screensCalled(wanted) {
  const { contracts } = await import('../lib/domains/endpoints.ts')
  const { say } = await import('../lib/i18n/say.ts')
  const { routes } = await import('../lib/routes.ts')
  const { screens } = await import('../lib/screens.ts')
  const index = readFileSync('lib/domains/endpoints.ts', 'utf8')
  const folders = new Map(
    Array.from(index.matchAll(/^import \{ (\w+) \} from '(.+?)\/contract/gm), ([, name, folder]) => [
      name,
      `lib/domains/${folder}`.replace('lib/domains/../', 'lib/').replace('/./', '/'),
    ]),
  )
  const folderOf = (call) =>
    folders.get(Object.entries(contracts).find(([, calls]) => Object.values(calls).includes(call))?.[0])
  return Object.values(routes).flatMap(({ key, path, titleKey }) => {
    const page = `app/(console)${path}`
    const row = [path, say(titleKey), folderOf(screens[key]?.asks), existsSync(page) ? page : undefined]
    return [key, ...row].some((part) => part?.includes(wanted)) ? [row] : []
  })
}
