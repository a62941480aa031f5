/**
 * `npm run bench -- <name> [arguments]`: one bench of bench/, on the pinned Node. Without a name, the list of them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { root, runNode, say, script } from './runtime.mjs'

const folder = join(root, 'bench')
const [name, ...args] = process.argv.slice(2)

await script(async () => {
  if (name === undefined || !/^[a-z-]+$/.test(name) || !existsSync(join(folder, `${name}.mjs`))) {
    for (const line of benches()) say(line)
    return name === undefined ? 0 : 1
  }
  await ensureInstalled()
  return (await runNode([`bench/${name}.mjs`, ...args])).code
})

/** Each bench with the first sentence of what its file says of itself. */
function benches() {
  const files = readdirSync(folder).filter((file) => file.endsWith('.mjs'))
  return files.map((file) => {
    const said = readFileSync(join(folder, file), 'utf8').replace(/\n \* ?/g, ' ')
    const [, sentence = ''] = /^\/\*\*\s*(.*?[.:])(?=\s)/.exec(said) ?? []
    return `${file.replace(/\.mjs$/, '').padEnd(12)} ${sentence.replace(/:$/, '.')}`
  })
}
